-- The days of a range of blocks, and those of the nearest blocks around it.
select
  count() as blocks,
  toString(if(countIf(height < {from:UInt32}) > 0, maxIf(day, height < {from:UInt32}), min(day))) as first,
  toString(if(countIf(height > {to:UInt32}) > 0, minIf(day, height > {to:UInt32}), max(day))) as last
from (
  select height, day from raw_cosmos_block final where network = {network:String}
  union all
  select to_block as height, day from int_cosmos_day final where network = {network:String}
)
