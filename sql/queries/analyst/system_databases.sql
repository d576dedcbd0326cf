-- system.databases as analysts see it: the warehouse, without its folders.
select
  * replace ('' as data_path, '' as metadata_path)
from
  system.databases
where
  name = {database:String}
