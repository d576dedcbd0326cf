-- A page of entities with active validators on the last complete day, those with the most stake first, then by name.
select
  /* include fragments/eth/entity_summary_fields.sql */,
  /* include fragments/eth/entity_tags.sql */ as operatorTags
from fct_eth_entity_rank as records final
where
  /* include fragments/eth/ranked_entities.sql */
  and /* include fragments/eth/ranked_now.sql */
order by if({sortOrder:String} = 'desc', records.rank, null) desc, records.rank asc
limit {size:UInt64}
