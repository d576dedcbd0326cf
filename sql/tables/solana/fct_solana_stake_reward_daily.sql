/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_solana_stake_reward_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  stake_account String comment 'Stake account' codec(ZSTD(1)),
  day Date comment 'UTC day of the blocks that paid' codec(Delta, ZSTD(1)),
  vote_account LowCardinality(String) comment 'Vote account that it was delegated to; empty when no snapshot knows it',
  stake_authority String comment 'Who may delegate it; empty as vote_account' codec(ZSTD(1)),
  withdraw_authority String comment 'Who may withdraw from it; empty as vote_account' codec(ZSTD(1)),
  commission_bps Nullable(UInt16) comment 'Commission that was applied to its inflation, in basis points; null when none was told or nothing was paid' codec(ZSTD(1)),
  mev_commission_bps Nullable(UInt16) comment 'Commission on tips, in basis points; null without tips' codec(ZSTD(1)),
  delegated_stake_lamports UInt64 comment 'Active stake in the newest epoch that paid on this day' codec(ZSTD(1)),
  staking_reward_lamports Int64 comment 'Inflation paid on this day, net of commission' codec(ZSTD(1)),
  staking_commission_lamports Nullable(UInt64) comment 'Commission on it, right to a lamport for each payout at rates up to a half; null when a rate is unknown' codec(ZSTD(1)),
  missed_staking_reward_lamports Nullable(UInt64) comment 'What would have been paid more with the credits of the best; null when credits are unknown, and under Alpenglow' codec(ZSTD(1)),
  mev_reward_lamports Nullable(UInt64) comment 'Part of the tips of epochs that ended on this day; null when these are unknown' codec(ZSTD(1)),
  fee_reward_lamports Nullable(UInt64) comment 'Part of the fees that validators passed on for epochs that ended on this day; null when these are unknown' codec(ZSTD(1)),
  mev_commission_lamports Nullable(UInt64) comment 'Part of what validators kept of them; null as these' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, facts known, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, stake_account, day)
comment 'One row per stake account and UTC day that paid it'
