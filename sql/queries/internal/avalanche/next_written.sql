-- The first stored block of a range, if any.
select min(height) as next
from raw_avalanche_block final
where network = {network:String} and height between {from:UInt32} and {to:UInt32}
having count() > 0
