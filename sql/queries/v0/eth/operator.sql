-- An entity by the mapping of the last complete day.
select
  {id:String} as id,
  {idType:String} as idType,
  {id:String} as displayName,
  any(records.node_operator_count) as nodeOperatorCount,
  arrayFlatten(groupArray(/* include fragments/eth/entity_tags.sql */)) as operatorTags
from fct_eth_entity_window as records final
where
  records.network = {network:String}
  and records.id_type = {idType:String}
  and records.entity = {id:String}
  and records.time_window = '1d'
/* include fragments/keyed_read.sql */
