-- Entities of a type with active validators on the last complete day: of pools those of a kind, of shares those of a
-- pool or of an operator.
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
