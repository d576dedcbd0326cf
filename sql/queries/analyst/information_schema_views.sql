-- What analysts see as information_schema.views: public ones.
select
  *
from
  information_schema.views
where
  table_schema = {database:String}
  and table_name in {tables:Array(String)}
