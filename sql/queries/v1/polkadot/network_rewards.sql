-- Daily rewards of all validators and nominators in DOT.
select
  reward.day as day,
  vaDot(reward.validator_planck) as totalValidatorRewards,
  vaDot(reward.delegator_planck) as totalDelegatorRewards,
  reward.validator_count as totalActiveValidators,
  reward.nominator_count as totalNominators,
  vaDot(reward.validator_planck + reward.delegator_planck) as totalGrossRewards,
  vaDot(reward.incentive_planck) as validatorIncentives,
  vaDot(reward.payout_residual_planck) as payoutResidual,
  toBool(reward.is_complete = 1) as isComplete
from fct_polkadot_network_reward_daily as reward final
where
  reward.network = {network:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
