-- One entity in a time window.
select
  /* include fragments/eth/entity_summary_fields.sql */,
  /* include fragments/eth/entity_tags.sql */ as operatorTags
from fct_eth_entity_window as records final
where
  records.network = {network:String}
  and records.id_type = {idType:String}
  and records.entity = {id:String}
  and records.time_window = {window:String}
limit 1
/* include fragments/keyed_read.sql */
