/* ---
height: epoch
fed_by: topic epoch
keep: forever
--- */
create table if not exists raw_eth_consolidation (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'First epoch whose state no longer queues it',
  source_index UInt32 comment 'Validator that was merged',
  target_index UInt32 comment 'Validator that it was merged into',
  amount_gwei UInt64 comment 'Balance moved; 0 when the source was slashed',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, source_index)
comment 'One row per executed consolidation'
