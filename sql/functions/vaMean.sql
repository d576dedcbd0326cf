-- An aggregate: the mean of floats, the same to the last digit whatever the order of rows. A sum of floats depends on
-- its order, and rows come in any, so they are sorted first.
-- value: Nullable(Float64); nulls are left out. Returns Nullable(Float64): null when there is no value.
-- Example: vaMean(arrayJoin([0.5, null, 1.5])) = 1
create or replace function vaMean as (value) -> arrayReduce('avgOrNull', arraySort(groupArray(value)))
