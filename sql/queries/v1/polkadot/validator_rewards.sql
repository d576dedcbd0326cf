-- Daily rewards of one validator in DOT, with its latest known name.
select
  reward.day as day,
  reward.validator as stashAccountAddress,
  (
    select any(name)
    from dim_polkadot_name final
    where network = {network:String} and account = {validator:String}
  ) as validatorName,
  vaDot(reward.validator_planck) as totalValidatorRewards,
  vaDot(reward.delegator_planck) as totalDelegatorRewards,
  vaDot(reward.total_stake_planck) as totalStake,
  vaDot(reward.own_stake_planck) as ownStake,
  reward.nominator_count as nominatorCount,
  vaDot(reward.validator_planck + reward.delegator_planck) as totalGrossRewards,
  vaDot(reward.incentive_planck) as validatorIncentive,
  toBool(reward.is_complete = 1) as isComplete
from fct_polkadot_validator_reward_daily as reward final
where
  reward.network = {network:String}
  and reward.validator = {validator:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
