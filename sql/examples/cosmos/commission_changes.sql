-- Which validators changed their commission, when, and from what to what?
select day, moniker, validator, before, commission_rate
from (
  select
    day,
    moniker,
    validator,
    commission_rate,
    lagInFrame(commission_rate, 1, commission_rate) over (
      partition by validator
      order by day asc
      rows between 1 preceding and current row
    ) as before
  from cosmos_validator_reward_daily
  where network = 'celestia' and commission_rate is not null
)
where commission_rate != before
order by day desc, validator asc
