/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_cardano_pool_reward_epoch (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch that earned the reward; it is paid at the start of the epoch after next' codec(Delta, ZSTD(1)),
  pool String comment 'Pool id, bech32' codec(ZSTD(1)),
  block_count UInt32 comment 'Blocks made by the pool' codec(ZSTD(1)),
  max_reward Nullable(UInt64) comment 'maxPool of the ledger, lovelace; null without the facts of the epoch' codec(ZSTD(1)),
  pool_reward Nullable(UInt64) comment 'maxPool times apparent performance, lovelace; null without the facts of the epoch' codec(ZSTD(1)),
  leader_reward Nullable(UInt64) comment 'Paid to its reward account, lovelace; null until known' codec(ZSTD(1)),
  member_reward Nullable(UInt64) comment 'Paid to members, lovelace; null until known' codec(ZSTD(1)),
  ledger_leader_reward Nullable(UInt64) comment 'Leader reward by the ledger''s formulas, lovelace; 0 if the reward account was not registered' codec(ZSTD(1)),
  ledger_member_reward Nullable(UInt64) comment 'Rewards of registered members by the ledger''s formulas, lovelace' codec(ZSTD(1)),
  unpaid_reward Nullable(UInt64) comment 'Rewards by the ledger''s formulas of accounts that were not registered and so not paid, lovelace; null if registrations were not read' codec(ZSTD(1)),
  reward_residual Nullable(Int64) comment 'Rewards paid less the result of the ledger''s formulas for registered accounts, lovelace; null if registrations were not read' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, known facts, time of reading: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch, pool)
comment 'One row per pool and epoch in which it earned rewards'
