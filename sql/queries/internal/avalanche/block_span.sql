-- All stored blocks: their number, the first and the last, with their times in seconds.
select
  count() as blocks,
  min(height) as from_block,
  max(height) as to_block,
  toUInt64(toUnixTimestamp(argMin(block_at, height))) as first_at,
  toUInt64(toUnixTimestamp(argMax(block_at, height))) as last_at
from raw_avalanche_block final
where network = {network:String}
