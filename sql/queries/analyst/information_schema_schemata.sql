-- What analysts see as information_schema.schemata: the warehouse.
select
  *
from
  information_schema.schemata
where
  schema_name = {database:String}
