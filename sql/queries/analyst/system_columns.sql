-- What analysts see as system.columns: those of public tables.
select
  *
from
  system.columns
where
  database = {database:String}
  and table in {tables:Array(String)}
