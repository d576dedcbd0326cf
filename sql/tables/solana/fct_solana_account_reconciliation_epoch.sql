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
  reward_lamports Int64 comment 'Inflation that it was paid between them' codec(ZSTD(1)),
  told_reward_lamports Nullable(UInt64) comment 'The same by getInflationReward; of vote accounts, where it was asked' codec(ZSTD(1)),
  residual_lamports Nullable(Int64) comment 'Change of the balance less rewards and admission fees: what was put in or taken out; null when not all blocks between them are known' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, facts known, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 10))
order by (network, epoch, account_type, account)
comment 'One row per epoch and account whose balance is known at two times'
