-- Days with stored blocks that the day's records do not all cover. Records of more blocks than are stored, because
-- retention has dropped some, are not outdated.
select block.network as network, toString(block.day) as day
from (
  select network, day, count() as block_count
  from raw_cosmos_block final
  where network in (select network from dim_cosmos_network final where chain = {chain:String})
  group by network, day
) as block
left join (select * from int_cosmos_day final) as done on done.network = block.network and done.day = block.day
where done.to_block = 0 or toUInt64(done.to_block) - done.from_block + 1 < block.block_count
