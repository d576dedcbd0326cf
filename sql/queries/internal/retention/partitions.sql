-- The partitions of some tables, by partition key, and the time since the last write to each.
select
  part.table as table,
  part.partition_id as partition_id,
  any(part.partition) as value,
  any(declared.partition_key) as partition_key,
  dateDiff('second', max(part.modification_time), now()) as quiet_seconds,
  sum(part.rows) as rows,
  sum(part.bytes_on_disk) as bytes
from system.parts as part
inner join system.tables as declared on declared.database = part.database and declared.name = part.table
where
  part.database = currentDatabase()
  and part.active
  and part.table in (select arrayJoin({tables:Array(String)}))
group by
  part.table,
  part.partition_id
order by
  table,
  partition_id
