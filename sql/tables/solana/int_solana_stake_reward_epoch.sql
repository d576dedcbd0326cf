/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_solana_stake_reward_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Rewarded epoch' codec(Delta, ZSTD(1)),
  stake_account String comment 'Stake account' codec(ZSTD(1)),
  vote_account String comment 'Vote account of the delegation; empty if no snapshot of stake accounts has the account' codec(ZSTD(1)),
  stake_authority String comment 'Stake authority; empty if no snapshot has the account' codec(ZSTD(1)),
  withdraw_authority String comment 'Withdraw authority; empty if no snapshot has the account' codec(ZSTD(1)),
  slot UInt32 comment 'Slot of the block that paid; 0 without a payout' codec(ZSTD(1)),
  tip_slot UInt32 comment 'Last slot of the epoch, from which its tips and passed-on fees are due; 0 if there are none' codec(ZSTD(1)),
  commission_bps Nullable(UInt16) comment 'Commission applied to inflation rewards, in basis points; null if none was reported or nothing was paid' codec(ZSTD(1)),
  mev_commission_bps Nullable(UInt16) comment 'Commission on tips, in basis points; null without tips' codec(ZSTD(1)),
  stake_lamports UInt64 comment 'Active stake in the epoch, by the nearest snapshot; 0 if there is none' codec(ZSTD(1)),
  staking_reward_lamports Int64 comment 'Inflation rewards paid, net of commission' codec(ZSTD(1)),
  staking_commission_lamports Nullable(UInt64) comment 'Commission on these rewards, for the smallest gross reward that gives this payout; null if its rate is unknown' codec(ZSTD(1)),
  missed_staking_reward_lamports Nullable(UInt64) comment 'Additional reward with the credits of the best validator of the epoch; null if credits are unknown, and under Alpenglow' codec(ZSTD(1)),
  mev_reward_lamports UInt64 comment 'Its share of the tips of the epoch, by stake, rounded down' codec(ZSTD(1)),
  fee_reward_lamports UInt64 comment 'Its share of the fees that its validator passed on for the epoch, by stake, rounded down' codec(ZSTD(1)),
  mev_commission_lamports UInt64 comment 'Its share of the tips that the validator kept as commission, by stake, rounded down' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, known facts, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 10))
order by (network, epoch, stake_account)
comment 'One row per stake account and epoch in which it had active stake or was paid'
