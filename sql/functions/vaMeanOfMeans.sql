-- An aggregate: the mean over keys of the mean of each key's values, the same to the last digit whatever the order of
-- rows (see vaMean). Each key counts once, however many values it has.
-- key: what is counted once, such as a validator. value: Nullable(Float64); nulls are left out.
-- Returns Nullable(Float64): null when there is no value.
-- Example: vaMeanOfMeans(intDiv(number, 3), number) = 2.5 from numbers(6)
create or replace function vaMeanOfMeans as (key, value) -> arrayReduce('avgOrNull', arraySort(arrayMap(
  values -> arrayAvg(arraySort(values)),
  mapValues(groupArrayMapIf(map(key, assumeNotNull(value)), value is not null))
)))
