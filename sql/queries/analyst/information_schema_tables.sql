-- What analysts see as information_schema.tables: public ones.
select
  *
from
  information_schema.tables
where
  table_schema = {database:String}
  and table_name in {tables:Array(String)}
