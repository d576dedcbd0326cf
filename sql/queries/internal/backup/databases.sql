-- Tables in a database; no row: there is none.
select
  databases.name as name,
  (select count() from system.tables where database = {database:String}) as tables
from system.databases as databases
where databases.name = {database:String}
