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
  from_checkpoint UInt32 comment 'First checkpoint of the day that is there',
  to_checkpoint UInt32 comment 'Last checkpoint of the day that is there',
  checkpoint_count UInt32 comment 'Checkpoints of the day that are there',
  known_count UInt64 comment 'Sum of what is known of proposers',
  is_complete UInt8 comment '1 when they are all of the day; the day changes then only with what becomes known of proposers, or with facts that are corrected',
  facts_checksum UInt64 comment 'Checksum of what the checkpoints of the day are computed from; 0: computed before it was kept',
  version UInt64 comment 'Model revision, how much of the day is known: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day with a checkpoint'
