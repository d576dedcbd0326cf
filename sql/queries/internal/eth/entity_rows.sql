-- Rows of entities that are in force, in the form of the file, in the order of their lines.
select
  key,
  toString(key_kind) as key_kind,
  id_type,
  entity,
  ifNull(toString(from_date), '') as from_date,
  ifNull(toString(to_date), '') as to_date,
  source,
  pool_type
from raw_eth_entity_key final
where
  network = {network:String}
  and (source, import_id) in (
    select source, max(import_id) from raw_eth_entity_import final where network = {network:String} group by source
  )
  and ({source:Nullable(String)} is null or source = {source:Nullable(String)})
order by source, line
