-- What analysts see as system.databases: the warehouse, without the folders that it lies in.
select
  * replace ('' as data_path, '' as metadata_path)
from
  system.databases
where
  name = {database:String}
