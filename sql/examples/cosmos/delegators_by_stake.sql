-- Which accounts delegate the most on Babylon, and to how many validators?
select
  delegator,
  toFloat64(sum(active_stake)) / 1e6 as stake_baby,
  uniqExact(validator) as validators
from cosmos_delegator_state_daily
where
  network = 'bbn-1'
  and day = (select max(day) from cosmos_delegator_state_daily where network = 'bbn-1' and is_complete = 1)
group by delegator
order by stake_baby desc, delegator asc
limit 20
