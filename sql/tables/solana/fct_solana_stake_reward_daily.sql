/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_solana_stake_reward_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  stake_account String comment 'Stake account' codec(ZSTD(1)),
  day Date comment 'UTC day of the blocks that paid' codec(Delta, ZSTD(1)),
  vote_account LowCardinality(String) comment 'Vote account of the delegation; empty if no snapshot has the account',
  stake_authority String comment 'Stake authority; empty if no snapshot has the account' codec(ZSTD(1)),
  withdraw_authority String comment 'Withdraw authority; empty if no snapshot has the account' codec(ZSTD(1)),
  commission_bps Nullable(UInt16) comment 'Commission applied to inflation rewards, in basis points; null if none was reported or nothing was paid' codec(ZSTD(1)),
  mev_commission_bps Nullable(UInt16) comment 'Commission on tips, in basis points; null without tips' codec(ZSTD(1)),
  delegated_stake_lamports UInt64 comment 'Active stake in the newest epoch that paid on this day' codec(ZSTD(1)),
  staking_reward_lamports Int64 comment 'Inflation paid on this day, net of commission' codec(ZSTD(1)),
  staking_commission_lamports Nullable(UInt64) comment 'Commission on these rewards; exact to one lamport per payout at rates up to 50 percent; null if a rate is unknown' codec(ZSTD(1)),
  missed_staking_reward_lamports Nullable(UInt64) comment 'Additional reward with the credits of the best validator; null if credits are unknown, and under Alpenglow' codec(ZSTD(1)),
  mev_reward_lamports Nullable(UInt64) comment 'Share of the tips of epochs that ended on this day; null if these are unknown' codec(ZSTD(1)),
  fee_reward_lamports Nullable(UInt64) comment 'Share of the fees that validators passed on for epochs that ended on this day; null if these are unknown' codec(ZSTD(1)),
  mev_commission_lamports Nullable(UInt64) comment 'Share of the tips that validators kept as commission; null if these are unknown' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, known facts, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, stake_account, day)
comment 'One row per stake account and UTC day on which it was paid'
