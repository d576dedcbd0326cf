-- Effectiveness by rank: the ceil(rank · n / 100)-th smallest of n entities, and for rank 0 the smallest.
with
  ratings as (
    select arraySort(groupArray(assumeNotNull(records.validator_effectiveness))) as sorted
    from fct_eth_entity_window as records final
    where
      records.network = {network:String}
      and records.id_type = {idType:String}
      and records.time_window = {window:String}
      and records.is_listed = 1
      and records.validator_effectiveness is not null
  )
select
  {window:String} as timeWindow,
  toUInt8(ranks.number) as rank,
  ratings.sorted[greatest(1, intDiv(ranks.number * length(ratings.sorted) + 99, 100))] as value
from numbers(101) as ranks
cross join ratings
where notEmpty(ratings.sorted)
order by rank asc
