-- An aggregate: vaMeanOfDays for days that store the sum and the number of their values. Sums of decimals don't depend
-- on their order.
-- is_complete: 1 for a complete day. value_sum: Decimal of the day. value_count: values of the day.
-- Returns Nullable(Float64): null if there is no value.
-- Example: vaMeanOfSums(number > 0, toDecimal128(4 * number, 15), 2) = 4 from numbers(4)
create or replace function vaMeanOfSums as (is_complete, value_sum, value_count) ->
  if(
    max(is_complete) = 1,
    toFloat64(sumIf(value_sum, is_complete = 1)) / nullIf(sumIf(value_count, is_complete = 1), 0),
    toFloat64(sum(value_sum)) / nullIf(sum(value_count), 0)
  )
