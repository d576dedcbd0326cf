-- information_schema.schemata as analysts see it: the warehouse.
select
  *
from
  information_schema.schemata
where
  schema_name = {database:String}
