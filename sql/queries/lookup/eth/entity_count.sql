-- How many entities of a type have active validators on the last complete day.
select count() as total
from fct_eth_entity_window as records final
where
  records.network = {network:String}
  and records.id_type = {idType:String}
  and records.time_window = {window:String}
  and records.rank is not null
  and ({poolType:String} = 'all' or records.pool_type = {poolType:String})
  and (
    {parentId:Nullable(String)} is null
    or records.parent = {parentId:Nullable(String)}
    or (records.id_type = 'poolShare' and startsWith(records.entity, concat({parentId:Nullable(String)}, ' - ')))
  )
/* include fragments/keyed_read.sql */
