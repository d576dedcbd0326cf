-- Number of stored slots of a range, and of its intervals and days without sums or a record of all of them.
with
  here as (
    select intDiv(slot, 3000) * 3000 as interval_slot, day, count() as slot_count
    from raw_solana_slot final
    where
      network = {network:String}
      and slot between intDiv({from:UInt32}, 3000) * 3000 and intDiv({to:UInt32}, 3000) * 3000 + 2999
    group by interval_slot, day
  ),
  parts as (
    select interval_slot, day, from_slot, to_slot, slot_count, produced_count
    from int_solana_interval_part final
    where network = {network:String}
  )
select
  (
    select count()
    from raw_solana_slot final
    where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
  ) as done,
  (
    select count()
    from here
    left join parts on parts.interval_slot = here.interval_slot and parts.day = here.day
    where parts.slot_count < here.slot_count
  ) + (
    select count()
    from (
      select day, min(from_slot) as first, max(to_slot) as last, sum(produced_count) as blocks
      from parts
      where day in (select day from here)
      group by day
    ) as wanted
    left join (
      select * from fct_solana_network_performance_daily final where network = {network:String}
    ) as record on record.day = wanted.day
    where
      record.from_slot > wanted.first
      or record.to_slot < wanted.last
      or record.confirmed_count != wanted.blocks
      or record.to_at = 0
  ) + (
    select count()
    from (
      select interval_slot, min(from_slot) as first, max(to_slot) as last, sum(produced_count) as blocks
      from parts
      where interval_slot in (select interval_slot from here)
      group by interval_slot
    ) as wanted
    left join (
      select * from fct_solana_network_performance_interval final where network = {network:String}
    ) as record on record.interval_slot = wanted.interval_slot
    where
      record.from_slot > wanted.first
      or record.to_slot < wanted.last
      or record.confirmed_count != wanted.blocks
      or record.to_at = 0
  ) as outdated
