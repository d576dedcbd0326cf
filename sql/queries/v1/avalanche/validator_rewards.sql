-- Daily rewards of one validator in AVAX.
with
  toDecimal256(1000000000, 0) as unit
select
  reward.day as day,
  reward.node_id as nodeId,
  if(reward.is_active = 1, 'active', 'inactive') as validationStatus,
  concat('0x', reward.pubkey) as validatorPubkey,
  divideDecimal(toDecimal256(reward.delegator_reward_navax, 0), unit, 9) as totalDelegatorRewards,
  divideDecimal(toDecimal256(reward.validator_reward_navax, 0), unit, 9) as totalValidatorRewards,
  divideDecimal(toDecimal256(reward.fee_reward_navax, 0), unit, 9) as totalValidatorFeeRewards,
  divideDecimal(toDecimal256(reward.potential_delegator_reward_navax, 0), unit, 9) as totalPotentialDelegatorRewards,
  divideDecimal(toDecimal256(reward.potential_validator_reward_navax, 0), unit, 9) as totalPotentialValidatorRewards,
  divideDecimal(toDecimal256(reward.potential_fee_reward_navax, 0), unit, 9) as totalPotentialValidatorFeeRewards,
  divideDecimal(toDecimal256(reward.potential_residual_navax, 0), unit, 9) as potentialRewardsResidual,
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
