-- An aggregate: vaMeanOfDays for the days of a set of thousands of validators.
-- is_complete: 1 for a complete day. value: Nullable(Float64) of the day, from 0 to a million; nulls are ignored.
-- Returns Nullable(Float64): null if there is no value.
-- Example: vaMeanOfManyDays(number > 0, number + 1) = 3 from numbers(4)
create or replace function vaMeanOfManyDays as (is_complete, value) ->
  if(max(is_complete) = 1, vaMeanOfMany(if(is_complete = 1, value, null)), vaMeanOfMany(value))
