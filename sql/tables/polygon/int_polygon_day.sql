/* ---
height: day
fed_by: transform
swap: last
keep: forever
revision: 48
--- */
create table if not exists int_polygon_day (
  network LowCardinality(String) comment 'Network',
  day Date comment 'UTC day',
  from_checkpoint UInt32 comment 'First ingested checkpoint of the day',
  to_checkpoint UInt32 comment 'Last ingested checkpoint of the day',
  checkpoint_count UInt32 comment 'Ingested checkpoints of the day',
  known_count UInt64 comment 'Sum of the known facts of proposers',
  is_complete UInt8 comment '1 if all checkpoints of the day are ingested; after that the day only changes with new facts of proposers, or with corrected facts',
  facts_checksum UInt64 comment 'Checksum of the facts from which the checkpoints of the day are computed; 0: computed before it was kept',
  version UInt64 comment 'Model revision, known facts of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day with a checkpoint'
