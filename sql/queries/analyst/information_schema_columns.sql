-- What analysts see as information_schema.columns: public ones.
select
  *
from
  information_schema.columns
where
  table_schema = {database:String}
  and table_name in {tables:Array(String)}
