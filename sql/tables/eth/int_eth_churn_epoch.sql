/* ---
height: epoch
fed_by: transform
keep: forever
--- */
create table if not exists int_eth_churn_epoch (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  total_active_balance_gwei UInt64 comment 'Active balance of the epoch' codec(T64, ZSTD(1)),
  consolidation_limit_gwei Nullable(UInt64) comment 'Stake that may consolidate in an epoch at this balance; 0 before Electra, null if the node did not return the constants' codec(ZSTD(1)),
  version UInt64 comment 'Model revision'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch)
comment 'One row per computed epoch: its churn limits. Kept forever, because windows sum over all epochs'
