-- Entities of a type with active validators on the last complete day, those with the most stake first, then by name; of
-- pools those of a kind, of shares those of a pool or of an operator.
select
  /* include fragments/eth/entity_summary_fields.sql */
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
order by records.active_balance_gwei desc, records.entity asc
limit {size:UInt64} offset {from:UInt64}
/* include fragments/keyed_read.sql */
