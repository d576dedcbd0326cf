/* ---
height: none
fed_by: topic state
announces: [raw_solana_voter, raw_solana_credit]
keep: forever
--- */
create table if not exists raw_solana_state (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch in which the state was read',
  slot UInt32 comment 'Final slot at which it was read',
  voter_count UInt32 comment 'Vote accounts in raw_solana_voter',
  supply_lamports Nullable(UInt64) comment 'Total supply in lamports; null if the node does not serve it',
  version UInt64 comment 'Slot: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, epoch)
comment 'One row per epoch in which vote accounts were read'
