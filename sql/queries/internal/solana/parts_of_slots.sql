-- Intervals and days of a range of slots.
select distinct interval_slot as slot, toString(day) as date
from int_solana_interval_part final
where
  network = {network:String}
  and interval_slot between intDivOrZero({from:UInt32}, {interval_slots:UInt32}) * {interval_slots:UInt32}
    and {to:UInt32}
order by slot, date
