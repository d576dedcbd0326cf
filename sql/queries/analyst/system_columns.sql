-- system.columns as analysts see it: those of public tables.
select
  *
from
  system.columns
where
  database = {database:String}
  and table in {tables:Array(String)}
