-- Entities of a type with active validators on the last complete day, those with the most stake first, then by name; of
-- pools those of a kind, of shares those of a pool or of an operator.
select
  /* include fragments/eth/entity_summary_fields.sql */,
  /* include fragments/eth/entity_tags.sql */ as operatorTags
from fct_eth_entity_window as records final
where
  /* include fragments/eth/ranked_entities.sql */
order by records.active_balance_gwei desc, records.entity asc
limit {size:UInt64} offset {from:UInt64}
/* include fragments/keyed_read.sql */
