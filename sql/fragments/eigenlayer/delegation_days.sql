-- A change of the operator with the previous and the next one; the last one holds to the last full day.
staker,
operator,
day,
lagInFrame(operator, 1, toFixedString('', 20)) over (
  partition by staker
  order by day asc
  rows between unbounded preceding and unbounded following
) as previous_operator,
leadInFrame(day, 1, last_day + 1) over (
  partition by staker
  order by day asc
  rows between unbounded preceding and unbounded following
) as next_day,
assumeNotNull((select max(day) from int_eigenlayer_day where network = {network:String})) as last_day
