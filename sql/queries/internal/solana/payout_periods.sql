-- Intervals and days in which an epoch was rewarded, or whose slots make its tips due.
with
  own as (
    select max(last_slot) as last_slot from raw_solana_epoch final
    where network = {network:String} and epoch = {epoch:UInt32}
  ),
  paying as (
    select max(first_slot) as first_slot, max(last_slot) as last_slot from raw_solana_epoch final
    where network = {network:String} and epoch = {epoch:UInt32} + 1
  ),
  slots as (
    select distinct slot
    from raw_solana_reward
    where
      network = {network:String}
      and slot between (select first_slot from paying) and (select last_slot from paying)
      and (reward_type = 'Voting' or vaSolanaIsStakeReward(reward_type))
    union distinct
    select last_slot as slot from own where last_slot > 0
  )
select distinct parts.interval_slot as slot, toString(parts.day) as date
from slots
inner join (
  select interval_slot, day, from_slot, to_slot
  from int_solana_interval_part final
  where network = {network:String}
) as parts on parts.interval_slot = intDiv(slots.slot, {interval_slots:UInt32}) * {interval_slots:UInt32}
order by slot, date
