/* ---
height: day
fed_by: transform
swap: last
keep: forever
revision: 54
--- */
create table if not exists int_avalanche_day (
  network LowCardinality(String) comment 'Network, such as mainnet',
  day Date comment 'UTC day',
  from_block Nullable(UInt32) comment 'First block of the day that is read; null on a day without one',
  to_block Nullable(UInt32) comment 'Last block of the day that is read; null on a day without one',
  supply_residual_navax Nullable(Int64) comment 'Supply that a node told less what blocks say, nAVAX; null on days without such a look',
  checksum UInt64 comment 'Of the rows of stakes that the records of the day are made of',
  is_complete UInt8 comment '1 when all blocks of the day are read and every stake of it is known; the day never changes then',
  version UInt64 comment 'Revision of the rules, then blocks up to the end of the day and what is known of stakes: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day between the first and last block that are read without a hole'
