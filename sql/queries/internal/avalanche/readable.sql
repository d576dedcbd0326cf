-- Number of stored blocks of a range, and of its days without a record of all their stored blocks.
select
  sum(block.range_count) as done,
  countIf(
    ifNull(recorded.from_block, 4294967295) > block.first_of_day
    or ifNull(recorded.to_block, 0) < block.last_of_day
  ) as outdated
from (
  select
    toDate(block_at) as day,
    min(height) as first_of_day,
    max(height) as last_of_day,
    countIf(height between {from:UInt32} and {to:UInt32}) as range_count
  from raw_avalanche_block final
  where network = {network:String}
  group by day
  having range_count > 0
) as block
left join (
  select day, from_block, to_block from int_avalanche_day final where network = {network:String}
) as recorded on recorded.day = block.day
