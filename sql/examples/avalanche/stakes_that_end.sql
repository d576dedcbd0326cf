-- How much stake ends in each of the next weeks?
select
  toMonday(toDateTime(end_at, 'UTC')) as week,
  countIf(is_validator = 1) as validators,
  countIf(is_validator = 0) as delegations,
  sum(weight_navax) / 1e9 as stake_avax
from avalanche_stake
where network = 'mainnet' and is_committed is null
group by week
order by week asc
limit 12
