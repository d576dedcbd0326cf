/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_consolidation (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  source_index UInt32 comment 'Validator that was merged',
  epoch UInt32 comment 'First epoch whose state no longer queues it',
  target_index UInt32 comment 'Validator that it was merged into',
  amount_gwei UInt64 comment 'Balance moved',
  target_balance_before_gwei Nullable(UInt64) comment 'Balance of the target after the last slot before the epoch; null if the listener did not record it',
  target_balance_at_gwei Nullable(UInt64) comment 'Balance of the target after the epoch transition, before the block of the first slot; null until all effects of that block are known',
  target_effective_balance_gwei Nullable(UInt64) comment 'Effective balance of the target in the epoch; null if the listener did not record it',
  version UInt64 comment 'Model revision, then whether the balance after the transition is known'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, source_index)
comment 'One row per consolidation that moved a balance; consolidations of slashed sources were dropped'
