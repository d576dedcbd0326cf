/* ---
height: none
fed_by: topic state
keep: forever
--- */
create table if not exists raw_solana_stake (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch of the reading',
  stake_account String comment 'Stake account' codec(ZSTD(1)),
  stake_authority String comment 'Stake authority' codec(ZSTD(1)),
  withdraw_authority String comment 'Withdraw authority' codec(ZSTD(1)),
  vote_account String comment 'Vote account of the delegation' codec(ZSTD(1)),
  slot UInt32 comment 'Final slot at which it was read' codec(ZSTD(1)),
  balance_lamports UInt64 comment 'Balance in lamports' codec(ZSTD(1)),
  rent_exempt_reserve_lamports UInt64 comment 'Part of the balance that is never staked, in lamports' codec(ZSTD(1)),
  stake_lamports UInt64 comment 'Delegated lamports' codec(ZSTD(1)),
  activation_epoch UInt64 comment 'Epoch in which it was delegated; 2^64-1: since genesis' codec(ZSTD(1)),
  deactivation_epoch UInt64 comment 'Epoch in which it was deactivated; 2^64-1 if it was not' codec(ZSTD(1)),
  credits_observed UInt64 comment 'Credits of the vote account up to which rewards were paid' codec(ZSTD(1)),
  version UInt64 comment 'Slot: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 10))
order by (network, epoch, stake_account)
comment 'One row per delegated stake account and epoch in which it was read'
