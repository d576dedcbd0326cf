-- The last reading of node state on each day, with the reported stakes and all stakes by blocks.
looks as (
  select toUInt16(look.1) as day, look.2 as height, toUInt64(toUnixTimestamp(block.block_at)) as seconds
  from raw_avalanche_block as block final
  inner join (
    select arrayJoin(arrayZip({days:Array(UInt16)}, {states:Array(UInt32)})) as look
  ) as requested on requested.look.2 = block.height
  where block.network = {network:String} and look.2 > 0
),
reported_stakes as (
  select height, node_id, tx_id, end_at, potential_reward_navax
  from raw_avalanche_told final
  where network = {network:String} and height in {states:Array(UInt32)}
),
own_stakes as (
  select node_id, tx_id, start_at, end_at, computed_reward_navax
  from int_avalanche_stake final
  where network = {network:String}
)
