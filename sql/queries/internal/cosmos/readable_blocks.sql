-- Number of stored blocks of a range, and of its days without a record of all known facts: every block, and the state
-- at the last one in the range, which ends a day or the range. Days with a gap have no record.
select
  sum(block.range_count) as blocks,
  countIf(
    block.day_count = block.last_of_day - block.first_of_day + 1
    and (
      covered.to_block - covered.from_block + 1 != block.day_count
      or covered.to_block = 0
      or ifNull(covered.state_height, 0) < block.last_of_range
      or ({reads_delegations:Bool} and ifNull(covered.delegation_height, 0) < block.last_of_range)
    )
  ) as uncovered
from (
  select
    day,
    count() as day_count,
    min(height) as first_of_day,
    max(height) as last_of_day,
    countIf(height between {from:UInt32} and {to:UInt32}) as range_count,
    maxIf(height, height between {from:UInt32} and {to:UInt32}) as last_of_range
  from raw_cosmos_block final
  where
    network = {network:String}
    and day in (
      select day
      from raw_cosmos_block
      where network = {network:String} and height between {from:UInt32} and {to:UInt32}
    )
  group by day
) as block
left join (
  select day, from_block, to_block, state_height, delegation_height
  from int_cosmos_day final
  where network = {network:String}
) as covered on covered.day = block.day
