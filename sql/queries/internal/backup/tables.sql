-- Contents of each table: rows on disk, some of which may be replaced by newer ones.
select
  name,
  ifNull(total_rows, 0) as rows,
  ifNull(total_bytes, 0) as bytes
from system.tables
where database = currentDatabase() and engine like '%MergeTree'
order by name asc
