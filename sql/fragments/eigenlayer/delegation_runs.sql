-- Consecutive changes to the same operator share a number.
staker,
operator,
day,
next_day,
last_day,
sum(operator != previous_operator) over (
  partition by staker
  order by day asc
  rows between unbounded preceding and current row
) as run
