/* ---
height: none
fed_by: topic state
keep: forever
view: solana_inflation
--- */
create table if not exists raw_solana_inflation (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch under Alpenglow',
  slot UInt32 comment 'Final slot at which it was read',
  reward_max_lamports UInt64 comment 'Reward of all validators for certificates of the epoch if no validator misses a slot, in lamports',
  slot_count UInt64 comment 'Number of slots over which it is spread',
  version UInt64 comment 'Slot: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, epoch)
comment 'One row per epoch under Alpenglow: the on-chain inputs of the reward per slot'
