-- Entities of a type with active validators on the last complete day, those with the most stake first, then by name.
select
  records.entity as id,
  records.id_type as idType,
  records.entity as displayName,
  records.node_operator_count as nodeOperatorCount,
  /* include fragments/eth/entity_tags.sql */ as operatorTags
from fct_eth_entity_window as records final
where
  /* include fragments/eth/ranked_entities.sql */
order by records.active_balance_gwei desc, records.entity asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
