/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_solana_stake_reward_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch that is rewarded' codec(Delta, ZSTD(1)),
  stake_account String comment 'Stake account' codec(ZSTD(1)),
  vote_account String comment 'Vote account that it was delegated to; empty when no snapshot of stake accounts knows it' codec(ZSTD(1)),
  stake_authority String comment 'Who may delegate it; empty as vote_account' codec(ZSTD(1)),
  withdraw_authority String comment 'Who may withdraw from it; empty as vote_account' codec(ZSTD(1)),
  slot UInt32 comment 'Slot of the block that paid; 0 without a payout' codec(ZSTD(1)),
  tip_slot UInt32 comment 'Last slot of the epoch, with which its tips and passed on fees are due; 0 without any' codec(ZSTD(1)),
  commission_bps Nullable(UInt16) comment 'Commission that was applied to its inflation, in basis points; null when none was told or nothing was paid' codec(ZSTD(1)),
  mev_commission_bps Nullable(UInt16) comment 'Commission on tips, in basis points; null without tips' codec(ZSTD(1)),
  stake_lamports UInt64 comment 'Stake that was active in the epoch, by the nearest snapshot; 0 when it has none' codec(ZSTD(1)),
  staking_reward_lamports Int64 comment 'Inflation that it was paid, net of commission' codec(ZSTD(1)),
  staking_commission_lamports Nullable(UInt64) comment 'Commission on it: of the smallest reward that gives this payout; null when its rate is unknown' codec(ZSTD(1)),
  missed_staking_reward_lamports Nullable(UInt64) comment 'What it would have been paid more, had its validator earned the credits of the best of the epoch; null when credits are unknown, and under Alpenglow' codec(ZSTD(1)),
  mev_reward_lamports UInt64 comment 'Its part of the tips of the epoch, by stake, rounded down' codec(ZSTD(1)),
  fee_reward_lamports UInt64 comment 'Its part of the fees that its validator passed on for the epoch, by stake, rounded down' codec(ZSTD(1)),
  mev_commission_lamports UInt64 comment 'Its part of what the validator kept of them, by stake, rounded down' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, facts known, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 10))
order by (network, epoch, stake_account)
comment 'One row per stake account and epoch in which it had active stake or that paid it'
