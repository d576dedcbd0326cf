-- Days that overlap an interval, and those of the neighbouring slots, which define their edges.
select distinct toString(day) as date
from int_solana_interval_part final
where
  network = {network:String}
  and interval_slot between greatest({interval_slot:UInt32}, {interval_slots:UInt32}) - {interval_slots:UInt32}
    and {interval_slot:UInt32} + {interval_slots:UInt32}
  and to_slot + 1 >= {interval_slot:UInt32}
  and from_slot <= {interval_slot:UInt32} + {interval_slots:UInt32}
order by date
