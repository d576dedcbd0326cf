/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_solana_validator_reward_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  vote_account LowCardinality(String) comment 'Vote account',
  day Date comment 'UTC day of the blocks that paid' codec(Delta, ZSTD(1)),
  identity LowCardinality(String) comment 'Identity of its validator, by the state nearest to the day',
  from_slot UInt32 comment 'First known slot of the day' codec(Delta, ZSTD(1)),
  to_slot UInt32 comment 'Last known slot of the day' codec(Delta, ZSTD(1)),
  from_epoch UInt32 comment 'Epoch of the first slot' codec(Delta, ZSTD(1)),
  to_epoch UInt32 comment 'Epoch of the last slot' codec(Delta, ZSTD(1)),
  activated_stake_lamports Nullable(UInt64) comment 'Stake by the state nearest to the day, in lamports; null if there is none' codec(ZSTD(1)),
  commission_bps Nullable(UInt16) comment 'Commission on inflation rewards by that state, in basis points' codec(ZSTD(1)),
  mev_commission_bps Nullable(UInt16) comment 'Commission on tips in the newest known epoch, in basis points' codec(ZSTD(1)),
  block_reward_lamports Int64 comment 'Fees of its blocks: half of the base fees, all priority fees' codec(ZSTD(1)),
  voting_reward_lamports Nullable(Int64) comment 'Commission on inflation rewards paid to its vote account; null if paid to a separate collector' codec(ZSTD(1)),
  staking_reward_lamports Nullable(Int64) comment 'Inflation rewards of its delegators, net of commission; null if no snapshot of stake accounts attributes them' codec(ZSTD(1)),
  paid_stake_account_count Nullable(UInt32) comment 'Stake accounts of its delegators that were paid; null if no snapshot of stake accounts attributes them' codec(ZSTD(1)),
  commission_residual_lamports Nullable(Int64) comment 'Commission paid to its vote account less commission computed from its delegators'' payouts; null if a rate is unknown' codec(ZSTD(1)),
  mev_commission_lamports Nullable(UInt64) comment 'Its share of the tips of epochs that ended on the day; null if unknown for an epoch' codec(ZSTD(1)),
  mev_reward_lamports Nullable(UInt64) comment 'Delegators'' share of these tips; null if unknown for an epoch' codec(ZSTD(1)),
  passed_fee_lamports Nullable(UInt64) comment 'Fees that it passed on to delegators through Jito''s program (JIP-16), for epochs that ended on the day; null if unknown for an epoch' codec(ZSTD(1)),
  delegator_fee_lamports Nullable(UInt64) comment 'Delegators'' share of these fees, net of the tip router''s fee; null if unknown for an epoch' codec(ZSTD(1)),
  missed_staking_reward_lamports Nullable(UInt64) comment 'Additional inflation rewards with the credits of the best validator of the epoch; null if credits are unknown' codec(ZSTD(1)),
  is_complete UInt8 comment '1 if all slots of the day are known',
  from_at DateTime('UTC') comment 'Time of the first slot' codec(Delta, ZSTD(1)),
  to_at DateTime('UTC') comment 'Time of the last slot' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Model revision, known slots, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, vote_account, day)
comment 'One row per vote account and UTC day'
