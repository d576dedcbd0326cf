-- What analysts see as system.data_skipping_indices: those of public tables.
select
  *
from
  system.data_skipping_indices
where
  database = {database:String}
  and table in {tables:Array(String)}
