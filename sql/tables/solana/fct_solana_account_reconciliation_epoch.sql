/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_solana_account_reconciliation_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch of the later reading' codec(Delta, ZSTD(1)),
  account_type Enum8('stake' = 0, 'vote' = 1) comment 'stake: balances of two snapshots. vote: balances after two payouts',
  account String comment 'Stake or vote account' codec(ZSTD(1)),
  from_slot UInt32 comment 'Slot of the earlier reading' codec(ZSTD(1)),
  to_slot UInt32 comment 'Slot of the later reading' codec(ZSTD(1)),
  from_balance_lamports UInt64 comment 'Balance by the earlier reading' codec(ZSTD(1)),
  to_balance_lamports UInt64 comment 'Balance by the later reading' codec(ZSTD(1)),
  reward_lamports Int64 comment 'Inflation rewards paid between the readings' codec(ZSTD(1)),
  told_reward_lamports Nullable(UInt64) comment 'Inflation rewards paid between the readings, by getInflationReward; for vote accounts, only if it was called' codec(ZSTD(1)),
  residual_lamports Nullable(Int64) comment 'Balance change less rewards and admission fees: deposits and withdrawals; null if not all blocks between the readings are known' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, known facts, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 10))
order by (network, epoch, account_type, account)
comment 'One row per epoch and account whose balance was read twice'
