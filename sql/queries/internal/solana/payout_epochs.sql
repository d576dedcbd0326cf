-- Epochs rewarded in a range of slots.
select distinct toUInt32(epochs.epoch - 1) as epoch
from (
  select distinct slot
  from raw_solana_reward
  where
    network = {network:String}
    and slot between {from:UInt32} and {to:UInt32}
    and (reward_type = 'Voting' or vaSolanaIsStakeReward(reward_type))
) as paid
cross join (
  select epoch, first_slot, last_slot from raw_solana_epoch final where network = {network:String} and epoch > 0
) as epochs
where paid.slot between epochs.first_slot and epochs.last_slot
order by epoch
