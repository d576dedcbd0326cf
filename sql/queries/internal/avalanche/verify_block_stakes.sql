-- Stakes, rewards and changes of auto-renewed validators of a block.
with
  stakes as (
    select node_id, tx_id, weight_navax, end_at, shares, period, is_validator, type_id
    from raw_avalanche_stake final
    where network = {network:String} and height = {point:UInt32}
  ),
  rewards as (
    select tx_id from raw_avalanche_reward final where network = {network:String} and height = {point:UInt32}
  ),
  changes as (
    select tx_id from raw_avalanche_config final where network = {network:String} and height = {point:UInt32}
  ),
  days as (
    select toString(toDate(block_at)) as day
    from raw_avalanche_block final
    where network = {network:String} and height = {point:UInt32}
  )
select '' as subject, 'stake_count' as item, toString(count()) as value, cast(null, 'Nullable(String)') as date
from stakes
union all
select '' as subject, 'reward_count' as item, toString(count()) as value, null as date
from rewards
union all
select '' as subject, 'change_count' as item, toString(count()) as value, null as date
from changes
union all
select '' as subject, concat('reward_count/', tx_id) as item, '1' as value, null as date
from rewards
union all
select '' as subject, concat('change_count/', tx_id) as item, '1' as value, null as date
from changes
union all
select
  node_id as subject,
  concat(figure.1, '/', tx_id) as item,
  toString(figure.2) as value,
  (select any(day) from days) as date
from stakes
array join
  arrayConcat(
    if(type_id = 40, [('period_s', period)], [('weight_navax', weight_navax), ('end_time_s', end_at)]),
    if(is_validator = 1, [('delegation_fee_millionths', toUInt64(shares))], [])
  ) as figure
