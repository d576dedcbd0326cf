-- The stored slots of an epoch: first, last, number, and those without a known leader.
with
  parts as (
    select interval_slot, day, from_slot, to_slot, version
    from int_solana_interval_part final
    where network = {network:String} and from_epoch <= {point:UInt32} and to_epoch >= {point:UInt32}
  ),
  leads as (
    select leader, leader_slot_count
    from int_solana_leader_part final
    where
      network = {network:String}
      and epoch = {point:UInt32}
      and (interval_slot, day, version) in (select interval_slot, day, version from parts)
  )
select
  greatest((select min(from_slot) from parts), {epoch_from:UInt32}) as first_slot,
  least((select max(to_slot) from parts), {epoch_to:UInt32}) as last_slot,
  toUInt32(sum(leader_slot_count)) as slot_count,
  toUInt32(sumIf(leader_slot_count, leader = '')) as leaderless_count
from leads
