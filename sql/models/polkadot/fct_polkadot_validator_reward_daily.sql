/* ---
grain: network, validator, day
reads: [int_polkadot_day, int_polkadot_validator_era]
window: day
--- */
-- Rewards of all eras that ended on the day; stakes of the last one in which the validator was elected.
insert into fct_polkadot_validator_reward_daily
with
  covered as (
    select from_era, to_era, is_complete, version
    from int_polkadot_day final
    where network = {network:String} and day = {day:Date}
  )
select
  {network:String} as network,
  earned.validator as validator,
  {day:Date} as day,
  argMax(earned.nominator_count, earned.era) as nominator_count,
  sum(earned.commission_planck + earned.own_planck + earned.incentive_planck) as validator_planck,
  sum(earned.delegator_planck) as delegator_planck,
  sum(earned.incentive_planck) as incentive_planck,
  argMax(earned.total_stake_planck, earned.era) as total_stake_planck,
  argMax(earned.own_stake_planck, earned.era) as own_stake_planck,
  any(covered.is_complete) as is_complete,
  any(covered.version) as version
from int_polkadot_validator_era as earned final
cross join covered
where
  earned.network = {network:String}
  and earned.era between (select from_era from covered) and (select to_era from covered)
group by earned.validator
