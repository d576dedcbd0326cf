-- An aggregate: the mean over complete days, or over all days if none is complete. A day that has just begun therefore
-- does not count next to complete ones.
-- is_complete: 1 for a complete day. value: Nullable(Float64) of the day; nulls are ignored.
-- Returns Nullable(Float64): null if there is no value.
-- Example: vaMeanOfDays(number > 0, number + 1) = 3 from numbers(4)
create or replace function vaMeanOfDays as (is_complete, value) ->
  if(max(is_complete) = 1, vaMean(if(is_complete = 1, value, null)), vaMean(value))
