/* ---
height: day
fed_by: model
swap: last
keep: forever
view: cosmos_day
revision: 40
--- */
create table if not exists int_cosmos_day (
  network LowCardinality(String) comment 'Chain id',
  day Date comment 'UTC day',
  from_block UInt32 comment 'First block of the day that is covered',
  to_block UInt32 comment 'Last block of the day that is covered',
  state_height Nullable(UInt32) comment 'Highest height up to to_block with known validators; null if there is none',
  delegation_height Nullable(UInt32) comment 'Highest height of the day with known delegations; null if there is none',
  is_complete UInt8 comment '1 if all blocks of the day are covered and the state at the last one is known; the day never changes after that',
  version UInt64 comment 'Model revision, covered blocks, known state: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per network and UTC day whose blocks are covered without gaps'
