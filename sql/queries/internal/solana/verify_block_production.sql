-- Led slots and produced blocks by identity in the stored part of an epoch, for the comparison with getBlockProduction.
with
  parts as (
    select interval_slot, day, version
    from int_solana_interval_part final
    where network = {network:String} and from_epoch <= {point:UInt32} and to_epoch >= {point:UInt32}
  ),
  leads as (
    select
      leader,
      sum(leader_slot_count) as leader_slot_count,
      sum(produced_count) as produced_count,
      toString(min(day)) as date
    from int_solana_leader_part final
    where
      network = {network:String}
      and epoch = {point:UInt32}
      and (interval_slot, day, version) in (select interval_slot, day, version from parts)
    group by leader
  )
select leader as subject, part.1 as item, toString(part.2) as value, date
from leads
array join [
  ('leader_slot_count', leader_slot_count),
  ('produced_block_count', produced_count)
] as part
