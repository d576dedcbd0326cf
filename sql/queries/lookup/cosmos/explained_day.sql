-- The numbers of one validator's day in whole tokens, and how many of the blocks from which they are computed are
-- known. No row without a record.
with
  toDecimal256(intExp10({tokenDecimals:UInt8}), 0) as whole,
  -- Base units have 18 decimals.
  toUInt8(18 + {tokenDecimals:UInt8}) as decimals,
  rewards as (
    select *
    from fct_cosmos_validator_reward_daily final
    where network = {network:String} and validator = {validator:String} and day = {date:Date}
  ),
  states as (
    select *
    from fct_cosmos_validator_state_daily final
    where network = {network:String} and validator = {validator:String} and day = {date:Date}
  ),
  days as (
    select from_block, to_block, delegation_height, is_complete
    from int_cosmos_day final
    where network = {network:String} and day = {date:Date}
  ),
  blocks as (
    select count() as known
    from raw_cosmos_block final
    where network = {network:String} and day = {date:Date}
  ),
  known_states as (
    select maxOrNull(height) as state_height
    from raw_cosmos_validator
    where network = {network:String} and validator = {validator:String} and height <= (select to_block from days)
  )
select
  {network:String} as network,
  {validator:String} as validator,
  {date:Date} as day,
  days.from_block as from_block,
  days.to_block as to_block,
  known_states.state_height as rate_height,
  days.delegation_height as delegation_height,
  if(rewards.validator = '', null, divideDecimal(rewards.delegation_reward, whole, decimals)) as totalDelegationRewards,
  if(rewards.validator = '', null, divideDecimal(rewards.commission_reward, whole, decimals)) as totalCommissionRewards,
  if(rewards.validator = '', null, divideDecimal(rewards.net_delegation_reward, whole, decimals))
    as netDelegationRewards,
  rewards.commission_rate as commissionRate,
  divideDecimal(rewards.reward_residual, whole, decimals) as rewardsResidual,
  divideDecimal(rewards.commission_residual, whole, decimals) as commissionResidual,
  if(states.validator = '', null, divideDecimal(states.active_stake, whole, decimals)) as activeStake,
  if(states.validator = '', null, states.delegator_count) as totalDelegators,
  toBool(rewards.validator != '') as hasRewards,
  days.to_block - days.from_block + 1 as blocksExpected,
  blocks.known as blocksKnown,
  toBool(days.is_complete = 1) as isDayComplete
from days
cross join blocks
cross join known_states
left join rewards on rewards.day = {date:Date}
left join states on states.day = {date:Date}
where rewards.validator != '' or states.validator != ''
