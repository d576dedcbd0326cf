-- The parts of a table as it is now.
select
  name,
  partition_id,
  level,
  toString(max_block_number) as max_block
from system.parts
where
  database = {database:String}
  and table = {table:String}
  and active
