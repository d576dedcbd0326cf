-- Potential rewards of one validator's stakes by blocks, compared with those that a node reported on the day, in AVAX.
select
  reward.day as date,
  'potentialRewards' as quantity,
  if(
    reward.potential_residual_navax is null,
    null,
    toNullable(vaAvax(reported.potential_navax - ifNull(reward.potential_residual_navax, 0)))
  ) as expected,
  if(reward.potential_residual_navax is null, null, toNullable(vaAvax(reported.potential_navax))) as actual,
  vaAvax(reward.potential_residual_navax) as residual,
  'AVAX' as unit,
  multiIf(
    reward.potential_residual_navax is not null, null,
    reported.is_reported, 'a stake began before the blocks that were read, so only the node has its reward',
    'no node was queried on this day'
  ) as reason,
  toBool(reward.is_complete = 1) as isComplete
from fct_avalanche_validator_reward_daily as reward final
left join (
  select looks.day as day, sum(toInt128(said.potential_reward_navax)) as potential_navax, true as is_reported
  from raw_avalanche_told as said final
  inner join (
    select toDate(block.block_at) as day, max(block.height) as height
    from raw_avalanche_block as block final
    where
      block.network = {network:String}
      and block.height in (select height from raw_avalanche_state where network = {network:String})
    group by day
  ) as looks on looks.height = said.height
  where said.network = {network:String} and said.node_id = {validator:String}
  group by looks.day
) as reported on reported.day = reward.day
where
  reward.network = {network:String}
  and reward.node_id = {validator:String}
  and vaWithin(reward.day, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
