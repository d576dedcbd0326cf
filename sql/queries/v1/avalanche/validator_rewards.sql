-- Daily rewards of one validator in AVAX.
select
  reward.day as day,
  reward.node_id as nodeId,
  if(reward.is_active = 1, 'active', 'inactive') as validationStatus,
  concat('0x', reward.pubkey) as validatorPubkey,
  vaAvax(reward.delegator_reward_navax) as totalDelegatorRewards,
  vaAvax(reward.validator_reward_navax) as totalValidatorRewards,
  vaAvax(reward.fee_reward_navax) as totalValidatorFeeRewards,
  vaAvax(reward.potential_delegator_reward_navax) as totalPotentialDelegatorRewards,
  vaAvax(reward.potential_validator_reward_navax) as totalPotentialValidatorRewards,
  vaAvax(reward.potential_fee_reward_navax) as totalPotentialValidatorFeeRewards,
  vaAvax(reward.delegator_reward_navax + reward.validator_reward_navax + reward.fee_reward_navax) as totalGrossRewards,
  vaAvax(
    reward.potential_delegator_reward_navax + reward.potential_validator_reward_navax
    + reward.potential_fee_reward_navax
  ) as totalPotentialGrossRewards,
  vaAvax(reward.potential_residual_navax) as potentialRewardsResidual,
  toBool(reward.is_complete = 1) as isComplete
from fct_avalanche_validator_reward_daily as reward final
where
  reward.network = {network:String}
  and reward.node_id = {validator:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
