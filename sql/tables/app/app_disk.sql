/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists app_disk (
  disk LowCardinality(String) comment 'Disk, as the engine names it',
  hour DateTime('UTC') comment 'Hour of the look',
  free_bytes UInt64 comment 'Free bytes at the last look of the hour',
  total_bytes UInt64 comment 'Size of the disk in bytes',
  version UInt64 comment 'Seconds since 1970 of the look: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (disk, hour)
comment 'One row per disk of the warehouse and hour: how full it was'
