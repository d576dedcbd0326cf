/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_solana_authority_stake_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  stake_authority String comment 'Stake authority of the delegation' codec(ZSTD(1)),
  epoch UInt32 comment 'Epoch in which stake accounts were read' codec(Delta, ZSTD(1)),
  vote_account LowCardinality(String) comment 'Vote account of the delegation',
  stake_account_count UInt32 comment 'Stake accounts that are not deactivated' codec(T64, ZSTD(1)),
  stake_lamports UInt64 comment 'Stake of these accounts, in lamports' codec(ZSTD(1)),
  earliest_activation_epoch UInt64 comment 'First epoch in which one of them was delegated; 0: since genesis' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then the slot of the reading: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 10))
order by (network, stake_authority, epoch, vote_account)
comment 'One row per stake authority, epoch in which stake accounts were read, and vote account'
