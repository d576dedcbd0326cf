/* ---
grain: network, day
reads: [fct_avalanche_validator_reward_daily]
window: days
--- */
-- Sums over validators. A day without any has a row, too.
insert into fct_avalanche_network_reward_daily
select
  {network:String} as network,
  toDate(asked.day) as day,
  countIf(reward.is_active = 1) as active_validator_count,
  sum(reward.delegator_reward_navax) as delegator_reward_navax,
  sum(reward.validator_reward_navax) as validator_reward_navax,
  sum(reward.fee_reward_navax) as fee_reward_navax,
  sum(reward.potential_delegator_reward_navax) as potential_delegator_reward_navax,
  sum(reward.potential_validator_reward_navax) as potential_validator_reward_navax,
  sum(reward.potential_fee_reward_navax) as potential_fee_reward_navax,
  -- allow unknown-as-zero: over validators that a node returned on the day
  sum(reward.potential_residual_navax) as potential_residual_navax,
  any(asked.supply_residual) as supply_residual_navax,
  any(asked.is_complete) as is_complete,
  any(asked.version) as version
from (
  select day, version, is_complete, if(has_residual = 1, residual, null) as supply_residual
  from (select 1 as one) as single
  array join
    {days:Array(UInt16)} as day,
    {versions:Array(UInt64)} as version,
    {completes:Array(UInt8)} as is_complete,
    {residuals:Array(Int64)} as residual,
    {has_residuals:Array(UInt8)} as has_residual
) as asked
left join (
  select *
  from fct_avalanche_validator_reward_daily final
  where network = {network:String} and toUInt16(day) in {days:Array(UInt16)}
) as reward on toUInt16(reward.day) = asked.day
group by asked.day
