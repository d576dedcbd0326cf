-- What did each validator of Celestia pay its delegators in the last thirty days, after commission?
-- In TIA; amounts are stored in the base unit.
with
  last_days as (
    select max(day) as last_day from cosmos_day where network = 'celestia' and is_complete = 1
  )
select
  any(reward.moniker) as name,
  reward.validator as validator,
  round(toFloat64(sum(reward.delegation_reward)) / any(unit.base_units), 6) as gross,
  round(toFloat64(sum(reward.commission_reward)) / any(unit.base_units), 6) as commission,
  round(toFloat64(sum(reward.net_delegation_reward)) / any(unit.base_units), 6) as net
from cosmos_validator_reward_daily as reward
inner join (
  select network, toFloat64(intExp10(token_decimals)) as base_units from cosmos_network
) as unit on unit.network = reward.network
where
  reward.network = 'celestia'
  and reward.day > (select last_day from last_days) - 30
  and reward.day <= (select last_day from last_days)
group by validator
order by gross desc, validator asc
