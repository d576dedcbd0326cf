/* ---
height: epoch
fed_by: transform
keep: epoch
--- */
create table if not exists int_eth_sync_slot (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  participant_reward_gwei UInt64 comment 'Reward of a seat that signs, and penalty of one that does not',
  proposer_reward_gwei UInt64 comment 'Reward of the proposer for all signatures',
  signature_count UInt16 comment 'Bits set',
  validator_indices Array(UInt32) comment 'Members of the committee, each once, ascending; empty in rows older than this column' codec(ZSTD(1)),
  member_reward_gwei Array(Int32) comment 'Reward of each member for all its seats, or its loss, limited by its balance' codec(ZSTD(1)),
  version UInt64 comment 'Model revision'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot)
comment 'One row per slot of a canonical block with a sync aggregate'
