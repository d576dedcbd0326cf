-- information_schema.tables as analysts see it: public ones.
select
  *
from
  information_schema.tables
where
  table_schema = {database:String}
  and table_name in {tables:Array(String)}
