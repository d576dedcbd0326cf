-- What did a DOT of stake earn with each validator in the last thirty days?
-- Rewards of nominators, annualized in percent, by the stake of each day.
with
  last_days as (
    select max(day) as last_day from polkadot_network_reward_daily where network = 'polkadot' and is_complete = 1
  )
select
  validator,
  count() as days,
  round(sum(toFloat64(delegator_planck) / toFloat64(total_stake_planck - own_stake_planck)) / days * 36500, 2)
    as nominators_percent,
  toFloat64(argMax(total_stake_planck, day)) / 1e10 as stake_dot
from polkadot_validator_reward_daily
where
  network = 'polkadot'
  and is_complete = 1
  and total_stake_planck > own_stake_planck
  and day > (select last_day from last_days) - 30
  and day <= (select last_day from last_days)
group by validator
order by nominators_percent desc, validator asc
