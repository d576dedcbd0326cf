-- An aggregate: the mean of floats, independent of the order of rows, without collecting the values: arrays over the
-- days of thousands of validators took most of a statement's memory. Each value counts as an integer multiple of 2^-80,
-- which is exact from 2^-28 up, and integers add up in any order.
-- value: Nullable(Float64) from 0 to a million; nulls are ignored. Returns Nullable(Float64): null without a value.
-- Example: vaMeanOfMany(arrayJoin([0.5, null, 1.5])) = 1
create or replace function vaMeanOfMany as (value) ->
  toFloat64(sum(toInt128(ifNull(value, 0) * 1208925819614629174706176.)))
  / 1208925819614629174706176. / nullIf(count(value), 0)
