-- What each table holds: rows as they lie on disk, of which newer ones may replace others.
select
  name,
  ifNull(total_rows, 0) as rows,
  ifNull(total_bytes, 0) as bytes
from system.tables
where database = currentDatabase() and engine like '%MergeTree'
order by name asc
