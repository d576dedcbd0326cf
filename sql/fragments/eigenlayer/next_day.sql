-- The day of the next row of the strategy, or the day after the last full day.
leadInFrame(
  day,
  1,
  assumeNotNull((select max(day) from int_eigenlayer_day where network = {network:String})) + 1
) over (
  partition by strategy
  order by day asc
  rows between unbounded preceding and unbounded following
) as next_day
