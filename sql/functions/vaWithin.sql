-- True if a value lies between two bounds, inclusive. A null bound is ignored, and the key still prunes by the other
-- one.
-- value: of any type with an order. minimum, maximum: Nullable of that type. Returns a truth value.
-- Example: vaWithin(7, null, 7)
create or replace function vaWithin as (value, minimum, maximum) ->
  (minimum is null or value >= minimum) and (maximum is null or value <= maximum)
