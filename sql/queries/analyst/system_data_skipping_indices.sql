-- system.data_skipping_indices as analysts see it: those of public tables.
select
  *
from
  system.data_skipping_indices
where
  database = {database:String}
  and table in {tables:Array(String)}
