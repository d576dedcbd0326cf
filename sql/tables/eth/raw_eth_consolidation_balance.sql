/* ---
height: epoch
fed_by: topic epoch
keep: forever
--- */
create table if not exists raw_eth_consolidation_balance (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  source_index UInt32 comment 'Validator that was merged',
  epoch UInt32 comment 'First epoch whose state no longer queues it',
  target_index UInt32 comment 'Validator that it was merged into',
  target_balance_before_gwei UInt64 comment 'Balance of the target after the last slot before the epoch',
  target_balance_after_gwei UInt64 comment 'Balance of the target after the first slot of the epoch, with its block applied',
  target_effective_balance_gwei UInt64 comment 'Effective balance of the target in the epoch',
  is_source_slashed UInt8 comment '1 if it was dropped without a transfer',
  version UInt64 comment 'Source position: the latest slot seen by the listener when it published the row'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, source_index)
comment 'One row per executed consolidation: balances of its target around it, which older listeners did not record'
