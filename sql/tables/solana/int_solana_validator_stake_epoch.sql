/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_solana_validator_stake_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch in which stake accounts were read' codec(Delta, ZSTD(1)),
  vote_account LowCardinality(String) comment 'Vote account of the delegation',
  stake_account_count UInt32 comment 'Stake accounts that are not deactivated' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then the slot of the reading: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 10))
order by (network, epoch, vote_account)
comment 'One row per vote account and epoch in which stake accounts were read'
