-- One entity in each time window, or in one of them, the shortest first.
select
  /* include fragments/eth/entity_summary_fields.sql */,
  /* include fragments/eth/entity_tags.sql */ as operatorTags
from fct_eth_entity_window as records final
where
  records.network = {network:String}
  and records.id_type = {idType:String}
  and records.entity = {id:String}
  and ({window:Nullable(String)} is null or records.time_window = {window:Nullable(String)})
order by indexOf(['1d', '7d', '30d', 'all'], records.time_window) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
