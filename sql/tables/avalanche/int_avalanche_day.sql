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
  from_block Nullable(UInt32) comment 'First ingested block of the day; null on a day without blocks',
  to_block Nullable(UInt32) comment 'Last ingested block of the day; null on a day without blocks',
  supply_residual_navax Nullable(Int64) comment 'Supply reported by a node less supply computed from blocks, nAVAX; null on days without a comparison',
  checksum UInt64 comment 'Checksum of the stakes from which the records of the day are computed',
  is_complete UInt8 comment '1 if all blocks of the day are ingested and all its stakes are known; the day never changes after that',
  version UInt64 comment 'Model revision, then blocks up to the end of the day and known facts of stakes: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day in the gapless range of ingested blocks'
