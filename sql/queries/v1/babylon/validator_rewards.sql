-- Daily rewards of one validator in BABY: base units over a million, to the last of their 24 decimals.
with toDecimal256(1000000, 0) as unit
select
  reward.day as day,
  reward.validator as validator,
  reward.moniker as validatorMoniker,
  reward.consensus_address as consensusAddress,
  reward.consensus_pubkey as consensusPubkey,
  reward.account_address as accountAddress,
  reward.from_block as fromBlockNumber,
  reward.to_block as toBlockNumber,
  divideDecimal(reward.delegation_reward_ubbn, unit, 24) as totalDelegationRewards,
  divideDecimal(reward.commission_reward_ubbn, unit, 24) as totalCommissionRewards,
  reward.commission_rate as commissionRate,
  divideDecimal(reward.net_delegation_reward_ubbn, unit, 24) as netDelegationRewards,
  divideDecimal(reward.reward_residual_ubbn, unit, 24) as rewardsResidual,
  divideDecimal(reward.commission_residual_ubbn, unit, 24) as commissionResidual,
  toBool(reward.is_complete = 1) as isComplete
from fct_babylon_validator_reward_daily as reward final
where
  reward.network = {network:String}
  and reward.validator = {validator:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
