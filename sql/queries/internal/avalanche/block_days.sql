-- Blocks of each UTC day.
select
  toUInt16(toDate(block_at)) as day_number,
  min(height) as from_block,
  max(height) as to_block,
  count() as blocks
from raw_avalanche_block final
where network = {network:String}
group by day_number
