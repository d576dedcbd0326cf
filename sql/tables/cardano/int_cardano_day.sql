/* ---
height: day
fed_by: transform
swap: last
keep: forever
revision: 48
--- */
create table if not exists int_cardano_day (
  network LowCardinality(String) comment 'Network',
  day Date comment 'UTC day',
  epoch UInt32 comment 'Epoch in force at its last second',
  first_epoch UInt32 comment 'Epoch in force at its first second',
  from_block UInt32 comment 'First block of the chain in the day',
  to_block UInt32 comment 'Last block of the chain in the day',
  from_slot UInt32 comment 'Absolute slot of the first block',
  to_slot UInt32 comment 'Absolute slot of the last block',
  known_count UInt8 comment 'Epochs of the day whose rewards are known',
  is_complete UInt8 comment '1 when those of all its epochs are; the day never changes then',
  read_at UInt64 comment 'Latest height of the head when its epochs were read',
  version UInt64 comment 'Model revision, what is known, when it was read: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day of which every epoch, and what was paid on it, is there'
