/* ---
height: none
fed_by: topic state
announces: [raw_solana_stake]
keep: forever
--- */
create table if not exists raw_solana_stake_snapshot (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch in which stake accounts were read',
  slot UInt32 comment 'Final slot at which they were read',
  stake_account_count UInt32 comment 'Delegated stake accounts in raw_solana_stake',
  version UInt64 comment 'Slot: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, epoch)
comment 'One row per epoch in which stake accounts were read'
