-- information_schema.columns as analysts see it: public ones.
select
  *
from
  information_schema.columns
where
  table_schema = {database:String}
  and table_name in {tables:Array(String)}
