/* ---
height: interval_slot
fed_by: model
keep: forever
--- */
create table if not exists fct_solana_validator_reward_interval (
  network LowCardinality(String) comment 'Network, such as mainnet',
  vote_account LowCardinality(String) comment 'Vote account',
  interval_slot UInt32 comment 'First slot of the interval of 3,000 slots' codec(Delta, ZSTD(1)),
  identity LowCardinality(String) comment 'Identity of its validator, by the state nearest to the interval',
  from_slot UInt32 comment 'First slot of the interval that is known' codec(Delta, ZSTD(1)),
  to_slot UInt32 comment 'Last slot of the interval that is known' codec(Delta, ZSTD(1)),
  from_epoch UInt32 comment 'Epoch of the first slot' codec(Delta, ZSTD(1)),
  to_epoch UInt32 comment 'Epoch of the last slot' codec(Delta, ZSTD(1)),
  activated_stake_lamports Nullable(UInt64) comment 'Stake by the state nearest to the interval, in lamports; null when there is none' codec(ZSTD(1)),
  commission_bps Nullable(UInt16) comment 'Commission on inflation rewards by that state, in basis points' codec(ZSTD(1)),
  mev_commission_bps Nullable(UInt16) comment 'Commission on tips of the newest epoch known, in basis points' codec(ZSTD(1)),
  block_reward_lamports Int64 comment 'Fees of the blocks that it led: half of the base fees, all priority fees' codec(ZSTD(1)),
  voting_reward_lamports Nullable(Int64) comment 'Commission on inflation that its vote account was paid; null when it was paid to a collector of its own' codec(ZSTD(1)),
  staking_reward_lamports Nullable(Int64) comment 'Inflation that its delegators were paid, net of commission; null when no reading of stake accounts says whose they are' codec(ZSTD(1)),
  paid_stake_account_count Nullable(UInt32) comment 'Stake accounts of its delegators that were paid; null as staking_reward_lamports' codec(ZSTD(1)),
  commission_residual_lamports Nullable(Int64) comment 'Commission that its vote account was paid, less what its delegators paid by their payouts; null when a rate is unknown' codec(ZSTD(1)),
  mev_commission_lamports Nullable(UInt64) comment 'Its part of the tips of epochs that ended in the interval; null when those of one are unknown' codec(ZSTD(1)),
  mev_reward_lamports Nullable(UInt64) comment 'Its delegators'' part of them; null when those of one are unknown' codec(ZSTD(1)),
  passed_fee_lamports Nullable(UInt64) comment 'Fees that it passed on to delegators by Jito''s program (JIP-16), of epochs that ended in the interval; null when those of one are unknown' codec(ZSTD(1)),
  delegator_fee_lamports Nullable(UInt64) comment 'What its delegators get of them, without what the tip router takes; null as these' codec(ZSTD(1)),
  missed_staking_reward_lamports Nullable(UInt64) comment 'What inflation would have paid more, had it earned the credits of the best of the epoch; null when credits are unknown' codec(ZSTD(1)),
  is_complete UInt8 comment '1: all slots of the interval are known',
  from_at DateTime('UTC') comment 'Time of the first slot' codec(Delta, ZSTD(1)),
  to_at DateTime('UTC') comment 'Time of the last slot' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Model revision, slots known, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(interval_slot, 3000000))
order by (network, vote_account, interval_slot)
comment 'One row per vote account and interval of 3,000 slots'
