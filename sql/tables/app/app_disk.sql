/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists app_disk (
  disk LowCardinality(String) comment 'Name of the disk in ClickHouse',
  hour DateTime('UTC') comment 'Hour of the measurement',
  free_bytes UInt64 comment 'Free bytes at the last measurement of the hour',
  total_bytes UInt64 comment 'Size of the disk in bytes',
  version UInt64 comment 'Time of the measurement, seconds since 1970: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (disk, hour)
comment 'One row per disk of the warehouse and hour: its usage'
