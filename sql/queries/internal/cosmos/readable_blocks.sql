-- How many blocks of a range are there, and how many of them no day record covers yet.
select count() as blocks, countIf(covered.to_block < block.height) as uncovered
from (
  select height, day
  from raw_cosmos_block final
  where network = {network:String} and height between {from:UInt32} and {to:UInt32}
) as block
left join (
  select day, to_block from int_cosmos_day final where network = {network:String}
) as covered on covered.day = block.day
