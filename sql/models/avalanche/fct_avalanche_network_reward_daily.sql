/* ---
grain: network, day
reads: [fct_avalanche_validator_reward_daily, int_avalanche_stake, raw_avalanche_block, raw_avalanche_told]
window: days
--- */
-- Sums over validators. A day without validators has a row, too. The comparison with nodes covers all stakes, including
-- validators without a record on the day.
insert into fct_avalanche_network_reward_daily
with
  /* include fragments/avalanche/looks_of_days.sql */,
  /* include fragments/avalanche/compared_stakes.sql */,
  residuals as (
    select
      looks.day as day,
      if(
        countIf(compared.tx_id != '' and compared.computed_navax is null) > 0,
        null,
        sum(toInt128(ifNull(compared.reported_navax, 0)) - toInt128(ifNull(compared.computed_navax, 0)))
      ) as residual,
      1 as is_known
    from looks
    left join compared_stakes as compared on compared.day = looks.day
    group by looks.day
  )
select
  {network:String} as network,
  toDate(requested.day) as day,
  countIf(reward.is_active = 1) as active_validator_count,
  sum(reward.delegator_reward_navax) as delegator_reward_navax,
  sum(reward.validator_reward_navax) as validator_reward_navax,
  sum(reward.fee_reward_navax) as fee_reward_navax,
  sum(reward.potential_delegator_reward_navax) as potential_delegator_reward_navax,
  sum(reward.potential_validator_reward_navax) as potential_validator_reward_navax,
  sum(reward.potential_fee_reward_navax) as potential_fee_reward_navax,
  any(if(residuals.is_known = 1, residuals.residual, null)) as potential_residual_navax,
  any(requested.supply_residual) as supply_residual_navax,
  any(requested.is_complete) as is_complete,
  any(requested.version) as version
from (
  select day, version, is_complete, if(has_residual = 1, residual, null) as supply_residual
  from (select 1 as one) as single
  array join
    {days:Array(UInt16)} as day,
    {versions:Array(UInt64)} as version,
    {completes:Array(UInt8)} as is_complete,
    {residuals:Array(Int64)} as residual,
    {has_residuals:Array(UInt8)} as has_residual
) as requested
left join (
  select *
  from fct_avalanche_validator_reward_daily final
  where network = {network:String} and toUInt16(day) in {days:Array(UInt16)}
) as reward on toUInt16(reward.day) = requested.day
left join residuals on residuals.day = requested.day
group by requested.day
