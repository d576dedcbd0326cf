-- Rewards or penalties of a slot's sync aggregate: one row per member of the committee for all its seats, by index.
select
  sync.slot as consensusSlot,
  member.1 as validatorIndex,
  member.2 as reward
from int_eth_sync_slot as sync final
array join arrayZip(sync.validator_indices, sync.member_reward_gwei) as member
where sync.network = {network:String} and sync.slot = {slot:UInt32}
-- allow page-order: a member is in the slot once
order by validatorIndex asc
limit {limit:UInt64} offset {from:UInt64}
settings exact_rows_before_limit = 1
