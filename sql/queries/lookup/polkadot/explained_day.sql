-- The numbers of one validator's day in DOT, and the eras that ended on it. No row without a record.
select
  reward.network as network,
  reward.validator as validator,
  reward.day as day,
  vaDot(reward.validator_planck) as totalValidatorRewards,
  vaDot(reward.delegator_planck) as totalDelegatorRewards,
  vaDot(reward.validator_planck + reward.delegator_planck) as totalGrossRewards,
  vaDot(reward.incentive_planck) as validatorIncentive,
  vaDot(reward.total_stake_planck) as totalStake,
  vaDot(reward.own_stake_planck) as ownStake,
  reward.nominator_count as nominatorCount,
  days.from_era as from_era,
  days.to_era as to_era,
  toBool(reward.is_complete = 1) as isDayComplete
from fct_polkadot_validator_reward_daily as reward final
inner join (
  select day, from_era, to_era
  from int_polkadot_day final
  where network = {network:String} and day = {date:Date}
) as days on days.day = reward.day
where reward.network = {network:String} and reward.validator = {validator:String} and reward.day = {date:Date}
