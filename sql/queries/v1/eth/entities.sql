-- A page of entities with active validators on the last complete day, those with the most stake first, then by name.
select
  records.entity as id,
  records.id_type as idType,
  records.entity as displayName,
  records.node_operator_count as nodeOperatorCount,
  /* include fragments/eth/entity_tags.sql */ as operatorTags
from fct_eth_entity_rank as records final
where
  /* include fragments/eth/ranked_entities.sql */
  and /* include fragments/eth/ranked_now.sql */
order by if({sortOrder:String} = 'desc', records.rank, null) desc, records.rank asc
limit {size:UInt64}
