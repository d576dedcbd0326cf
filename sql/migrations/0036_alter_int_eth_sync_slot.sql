-- Rows of before don't say it, until a replay.
alter table int_eth_sync_slot
  add column if not exists validator_indices Array(UInt32) comment 'Members of the committee, each once, ascending; empty in rows of before' codec(ZSTD(1)) after signature_count,
  add column if not exists member_reward_gwei Array(Int32) comment 'What each of them gets for all its seats, or loses, as far as its balance goes' codec(ZSTD(1)) after validator_indices
