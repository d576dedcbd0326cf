-- Stored intervals of a range of slots.
select distinct
  {network:String} as network,
  toUInt32(intDiv(slot, {interval_slots:UInt32}) * {interval_slots:UInt32}) as slot
from (
  select slot from raw_solana_slot where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
)
order by slot
