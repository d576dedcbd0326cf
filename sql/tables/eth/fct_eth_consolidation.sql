/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_consolidation (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  source_index UInt32 comment 'Validator merged from',
  epoch UInt32 comment 'First epoch whose state no longer queues it',
  target_index UInt32 comment 'Validator merged into',
  amount_gwei UInt64 comment 'Balance moved',
  target_balance_before_gwei Nullable(UInt64) comment 'Balance of the target after the last slot before the epoch; null where the listener did not tell',
  target_balance_at_gwei Nullable(UInt64) comment 'Balance of the target after the transition, before the block of the first slot; null until all that this block did to it is known',
  target_effective_balance_gwei Nullable(UInt64) comment 'Effective balance of the target in the epoch; null where the listener did not tell',
  version UInt64 comment 'Model revision, then whether the balance after the transition is known'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, source_index)
comment 'One row per consolidation that moved a balance: those of slashed sources were dropped'
