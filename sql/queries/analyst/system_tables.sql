-- What analysts see as system.tables: public tables, without the folders that they lie in, and what hangs on them.
select
  * replace (
    arrayMap(path -> '', data_paths) as data_paths,
    '' as metadata_path,
    cast([], 'Array(String)') as dependencies_database,
    cast([], 'Array(String)') as dependencies_table,
    cast([], 'Array(String)') as loading_dependent_database,
    cast([], 'Array(String)') as loading_dependent_table
  )
from
  system.tables
where
  database = {database:String}
  and name in {tables:Array(String)}
