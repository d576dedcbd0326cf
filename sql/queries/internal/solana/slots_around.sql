-- Intervals affected by a range of slots, and days of these and of the neighbouring slots. An interval before the range
-- is left out if fewer of its slots are stored than its sums were computed from; so are epochs whose facts, which reach
-- back to the first slot of the previous epoch, are no longer all stored.
with
  toUInt32(intDiv({from:UInt32}, {interval_slots:UInt32}) * {interval_slots:UInt32}) as own_interval,
  toUInt32(
    intDiv(greatest({from:UInt32}, {late_slots:UInt32}) - {late_slots:UInt32}, {interval_slots:UInt32})
      * {interval_slots:UInt32}
  ) as earliest_interval,
  toUInt32(intDiv({to:UInt32}, {interval_slots:UInt32}) * {interval_slots:UInt32}) as last_own,
  (
    select count()
    from raw_solana_slot final
    where
      network = {network:String}
      and slot between earliest_interval and earliest_interval + {interval_slots:UInt32} - 1
  ) as early_slots,
  (
    select sum(slot_count)
    from int_solana_interval_part final
    where network = {network:String} and interval_slot = earliest_interval
  ) as early_recorded,
  if(early_slots > 0 and early_slots >= early_recorded, earliest_interval, own_interval) as first_own,
  (select min(slot) from raw_solana_slot where network = {network:String}) as first_kept,
  (
    select min(from_slot) from int_solana_interval_part final where network = {network:String}
  ) as first_recorded,
  (
    select min(epoch) + 1 from raw_solana_epoch final where network = {network:String} and first_slot >= first_kept
  ) as first_whole
select
  count() as slots,
  any(first_own) as first_interval,
  any(last_own) as last_interval,
  toString(min(day)) as first_day,
  toString(max(day)) as last_day,
  toUInt32(
    -- allow nullable-extreme: null only where there are no slots, and so no epoch to name
    greatest(
      toUInt32(greatest(min(from_epoch), 1) - 1),
      -- A warehouse that is being filled has no records.
      if(any(first_recorded) between 1 and any(first_kept) - 1, toUInt32(any(first_whole)), 0)
    )
  ) as first_epoch,
  toUInt32(max(to_epoch) + 1) as last_epoch
from (
  select day, epoch as from_epoch, epoch as to_epoch
  from raw_solana_slot final
  where
    network = {network:String}
    and slot between greatest(first_own, 1) - 1 and last_own + {interval_slots:UInt32}
  union all
  select day, from_epoch, to_epoch
  from int_solana_interval_part final
  where
    network = {network:String}
    and to_slot + 1 >= first_own
    and from_slot <= last_own + {interval_slots:UInt32}
)
