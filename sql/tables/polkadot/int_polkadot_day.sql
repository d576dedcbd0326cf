/* ---
height: day
fed_by: model
swap: last
keep: forever
revision: 40
--- */
create table if not exists int_polkadot_day (
  network LowCardinality(String) comment 'Network, such as polkadot',
  day Date comment 'UTC day',
  from_era UInt32 comment 'First era that ended on the day and is covered',
  to_era UInt32 comment 'Last era that ended on the day and is covered',
  is_complete UInt8 comment '1 if all eras that ended on the day are covered; the day never changes after that',
  version UInt64 comment 'Model revision, covered eras, completeness: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day on which an era ended'
