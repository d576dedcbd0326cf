-- A number that changes when any process writes or drops rows of tables; merges do not change it.
select toString(sum(cityHash64(parts.table, parts.partition_id, parts.block))) as mark
from (
  select table, partition_id, max(max_block_number) as block
  from system.parts
  where database = currentDatabase() and active and has({tables:Array(String)}, table)
  group by table, partition_id
) as parts
