-- What is in this warehouse: its tables, its views and the functions that are SQL.
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
