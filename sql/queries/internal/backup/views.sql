-- Views of this database.
select name
from system.tables
where database = currentDatabase() and engine in ('View', 'MaterializedView')
order by name asc
