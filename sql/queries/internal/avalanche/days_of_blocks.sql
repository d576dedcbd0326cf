-- The UTC days of the first and last block of a range.
select count() as blocks, toString(min(toDate(block_at))) as first, toString(max(toDate(block_at))) as last
from raw_avalanche_block final
where network = {network:String} and height between {from:UInt32} and {to:UInt32}
