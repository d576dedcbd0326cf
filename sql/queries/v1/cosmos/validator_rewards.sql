-- Daily rewards of one validator in whole tokens.
with
  toDecimal256(intExp10({tokenDecimals:UInt8}), 0) as unit,
  -- Base units have 18 decimals.
  toUInt8(18 + {tokenDecimals:UInt8}) as decimals
select
  reward.day as day,
  reward.validator as validator,
  reward.moniker as validatorMoniker,
  reward.consensus_address as consensusAddress,
  reward.consensus_pubkey as consensusPubkey,
  reward.account_address as accountAddress,
  reward.from_block as fromBlockNumber,
  reward.to_block as toBlockNumber,
  divideDecimal(reward.delegation_reward, unit, decimals) as totalDelegationRewards,
  divideDecimal(reward.commission_reward, unit, decimals) as totalCommissionRewards,
  reward.commission_rate as commissionRate,
  divideDecimal(reward.net_delegation_reward, unit, decimals) as netDelegationRewards,
  divideDecimal(reward.reward_residual, unit, decimals) as rewardsResidual,
  divideDecimal(reward.commission_residual, unit, decimals) as commissionResidual,
  toBool(reward.is_complete = 1) as isComplete
from fct_cosmos_validator_reward_daily as reward final
where
  reward.network = {network:String}
  and reward.validator = {validator:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
