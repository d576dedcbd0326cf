/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists dim_avalanche_network (
  network LowCardinality(String) comment 'Network, such as mainnet',
  helicon_at Nullable(DateTime('UTC')) comment 'Time from which the minimum reward rate falls; null if never',
  version UInt64 comment '1 for the default; 2 and the height of the message if a node reported the upgrade: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per Avalanche network in the warehouse'
