-- Number of stored slots of a range, and of those that were read with votes; slots without a block count as read.
select count() as known_count, countIf(depth = 'votes') as read_count
from raw_solana_slot final
where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
