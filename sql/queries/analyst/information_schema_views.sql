-- information_schema.views as analysts see it: public ones.
select
  *
from
  information_schema.views
where
  table_schema = {database:String}
  and table_name in {tables:Array(String)}
