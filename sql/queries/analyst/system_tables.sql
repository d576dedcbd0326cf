-- system.tables as analysts see it: public tables, without their folders and dependencies.
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
