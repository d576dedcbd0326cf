-- What did validators keep, and what did they pass on, in the last thirty days?
-- In POL: own part and commission, the bonus for proposals, and the rewards of delegators.
with
  last_days as (
    select max(day) as last_day from polygon_validator_daily where network = 'mainnet' and is_complete = 1
  )
select
  validator,
  toFloat64(sum(signing_reward) - sum(delegator_reward)) / 1e18 as kept,
  toFloat64(sum(proposer_reward)) / 1e18 as proposals,
  toFloat64(sum(delegator_reward)) / 1e18 as passed_on,
  argMax(commission_percent, day) as commission_percent
from polygon_validator_daily
where
  network = 'mainnet'
  and day > (select last_day from last_days) - 30
  and day <= (select last_day from last_days)
group by validator
order by kept desc, validator asc
