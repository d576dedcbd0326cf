-- The import in force of each source of a network, with the dates of its rows; earlier imports were replaced.
select
  source,
  max(import_id) as last_import,
  argMax(row_count, import_id) as row_count,
  toString(argMax(tuple(first_date), import_id).1) as first_date,
  toString(argMax(tuple(last_date), import_id).1) as last_date,
  formatDateTime(argMax(imported_at, import_id), '%Y-%m-%dT%H:%i:%SZ') as imported_at
from raw_eth_entity_import final
where network = {network:String}
group by source
order by source
