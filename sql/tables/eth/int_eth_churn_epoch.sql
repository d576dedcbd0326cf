/* ---
height: epoch
fed_by: transform
keep: forever
--- */
create table if not exists int_eth_churn_epoch (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  total_active_balance_gwei UInt64 comment 'Active balance of the epoch' codec(T64, ZSTD(1)),
  consolidation_limit_gwei Nullable(UInt64) comment 'Stake that the chain lets consolidate in an epoch at this balance; 0 before Electra, null where the node did not give the constants' codec(ZSTD(1)),
  version UInt64 comment 'Model revision'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch)
comment 'One row per computed epoch: what may change places in it. Kept for ever, since windows add up all of them'
