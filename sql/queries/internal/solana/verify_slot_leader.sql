-- The leader of a slot, for the comparison with getSlotLeaders; none where no node reported it.
select '' as subject, 'leader' as item, toString(leader) as value
from raw_solana_slot final
where network = {network:String} and slot = {point:UInt32} and leader != ''
