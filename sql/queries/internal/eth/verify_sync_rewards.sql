-- Rewards of the members of the sync committee from some blocks of an epoch, for the comparison with the Beacon API.
with
  (
    /* include fragments/eth/epoch_date.sql */
  ) as epoch_date
select
  toString(member.1) as subject,
  concat('reward_gwei at slot ', toString(slot)) as item,
  toString(member.2) as value,
  epoch_date as date
from int_eth_sync_slot final
array join arrayZip(validator_indices, member_reward_gwei) as member
where network = {network:String} and epoch = {point:UInt32} and slot in {slots:Array(UInt32)}
