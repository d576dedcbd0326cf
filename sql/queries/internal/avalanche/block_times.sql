-- Times of blocks in seconds.
select height, toUInt64(toUnixTimestamp(block_at)) as seconds
from raw_avalanche_block final
where network = {network:String} and height in {heights:Array(UInt32)}
