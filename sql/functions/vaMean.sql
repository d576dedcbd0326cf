-- An aggregate: the mean of floats, independent of the order of rows. A sum of floats depends on its order, so the
-- values are sorted first.
-- value: Nullable(Float64); nulls are ignored. Returns Nullable(Float64): null if there is no value.
-- Example: vaMean(arrayJoin([0.5, null, 1.5])) = 1
create or replace function vaMean as (value) -> arrayReduce('avgOrNull', arraySort(groupArray(value)))
