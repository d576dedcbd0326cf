-- The interval, if its sums were computed from more slots than are stored: retention has dropped some since.
select interval_slot
from int_solana_interval_part final
where network = {network:String} and interval_slot = {interval_slot:UInt32}
group by interval_slot
having sum(slot_count) > (
  select count()
  from raw_solana_slot final
  where
    network = {network:String}
    and slot between {interval_slot:UInt32} and {interval_slot:UInt32} + {interval_slots:UInt32} - 1
)
