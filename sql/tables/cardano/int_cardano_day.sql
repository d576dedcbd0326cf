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
  epoch UInt32 comment 'Epoch in force in the last second of the day',
  first_epoch UInt32 comment 'Epoch in force in the first second of the day',
  from_block UInt32 comment 'First block of the chain in the day',
  to_block UInt32 comment 'Last block of the chain in the day',
  from_slot UInt32 comment 'Absolute slot of the first block',
  to_slot UInt32 comment 'Absolute slot of the last block',
  known_count UInt8 comment 'Number of epochs of the day with known rewards',
  is_complete UInt8 comment '1 if the rewards of all epochs of the day are known; the day never changes after that',
  read_at UInt64 comment 'Highest head at which its epochs were read',
  version UInt64 comment 'Model revision, known facts, time of reading: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day for which all epochs and all payments are stored'
