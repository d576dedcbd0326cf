-- Bytes on disk of each family's tables; app: tables of no chain.
select
  splitByChar('_', name)[2] as family,
  sum(ifNull(total_bytes, 0)) as bytes
from system.tables
where database = currentDatabase() and match(name, '^(raw|int|dim|fct)_')
group by family
union all
select
  'app' as family,
  sum(ifNull(total_bytes, 0)) as bytes
from system.tables
where database = currentDatabase() and startsWith(name, 'app_')
