-- Intervals of a range of slots: number of stored slots, and of slots from which their sums were computed.
select sum(here) as slots, sum(recorded) as recorded_slots, max(complete) as is_complete
from (
  select intDiv(slot, {interval_slots:UInt32}) as interval, count() as here, 0 as recorded, 0 as complete
  from raw_solana_slot final
  where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
  group by interval
  union all
  select
    intDiv(interval_slot, {interval_slots:UInt32}) as interval,
    0 as here,
    sum(slot_count) as recorded,
    min(is_complete) as complete
  from int_solana_interval_part final
  where
    network = {network:String}
    and interval_slot between {from:UInt32} + 1 - {interval_slots:UInt32} and {to:UInt32}
  group by interval
)
group by interval
