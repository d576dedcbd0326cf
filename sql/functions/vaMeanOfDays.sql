-- An aggregate: the mean of what days say, over the complete ones; over all of them where none is complete. So a day
-- that has only begun weighs nothing beside whole ones.
-- is_complete: 1 for a complete day. value: Nullable(Float64) of the day; nulls are left out.
-- Returns Nullable(Float64): null when there is no value.
-- Example: vaMeanOfDays(number > 0, number + 1) = 3 from numbers(4)
create or replace function vaMeanOfDays as (is_complete, value) ->
  if(max(is_complete) = 1, vaMean(if(is_complete = 1, value, null)), vaMean(value))
