/* ---
height: none
fed_by: topic state
keep: forever
view: solana_inflation
--- */
create table if not exists raw_solana_inflation (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch under Alpenglow',
  slot UInt32 comment 'Final slot when it was read',
  reward_max_lamports UInt64 comment 'What certificates of the epoch pay to all validators when nobody misses a slot, in lamports',
  slot_count UInt64 comment 'Slots that it is spread over',
  version UInt64 comment 'Slot: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, epoch)
comment 'One row per epoch under Alpenglow: inputs of the reward for a slot, as the chain holds them'
