-- Changes to the same operator one behind the other have a number in common.
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
