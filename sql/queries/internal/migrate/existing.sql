-- Tables, views and SQL functions of this warehouse.
select
  if(engine = 'View', 'view', 'table') as kind,
  name
from system.tables
where database = currentDatabase()
union all
select
  'function' as kind,
  name
from system.functions
where origin = 'SQLUserDefined'
