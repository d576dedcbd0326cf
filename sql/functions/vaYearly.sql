-- A yield over days, scaled to a year of 365 days.
-- yield_sum: sum of yields times 1e18, or null. days: number of days in the sum.
-- Returns Nullable(Float64): null if there are no days.
-- Example: vaYearly(toUInt128(2000000000000000), 2) = 0.365 and vaYearly(null, 2) is null
create or replace function vaYearly as (yield_sum, days) ->
  toFloat64(yield_sum) * 365 / nullIf(toFloat64(1000000000000000000) * toFloat64(days), 0)
