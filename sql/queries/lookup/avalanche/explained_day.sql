-- The numbers of one validator's day in AVAX, and the last reading of node state on the day. No row without a record.
select
  reward.network as network,
  reward.node_id as node_id,
  reward.day as day,
  vaAvax(reward.delegator_reward_navax) as totalDelegatorRewards,
  vaAvax(reward.validator_reward_navax) as totalValidatorRewards,
  vaAvax(reward.fee_reward_navax) as totalValidatorFeeRewards,
  vaAvax(reward.delegator_reward_navax + reward.validator_reward_navax + reward.fee_reward_navax) as totalGrossRewards,
  vaAvax(reward.potential_delegator_reward_navax) as totalPotentialDelegatorRewards,
  vaAvax(reward.potential_validator_reward_navax) as totalPotentialValidatorRewards,
  vaAvax(reward.potential_fee_reward_navax) as totalPotentialValidatorFeeRewards,
  vaAvax(
    reward.potential_delegator_reward_navax + reward.potential_validator_reward_navax
    + reward.potential_fee_reward_navax
  ) as totalPotentialGrossRewards,
  vaAvax(reward.potential_residual_navax) as potentialRewardsResidual,
  (
    select max(state.height)
    from raw_avalanche_state as state final
    inner join (
      select from_block, to_block
      from int_avalanche_day final
      where network = {network:String} and day = {date:Date}
    ) as days on true
    where
      state.network = {network:String}
      and state.height >= ifNull(days.from_block, 1)
      and state.height <= ifNull(days.to_block, 0)
  ) as look,
  ifNull(look, 0) as state_height,
  toBool(reward.is_complete = 1) as isDayComplete
from fct_avalanche_validator_reward_daily as reward final
where reward.network = {network:String} and reward.node_id = {validator:String} and reward.day = {date:Date}
