-- How did the stake of the largest pools change over the last complete month?
select
  entity as pool,
  argMin(active_balance_gwei, day) / 1e9 as first_eth,
  argMax(active_balance_gwei, day) / 1e9 as last_eth,
  round(vaRatio(last_eth, first_eth) * 100 - 100, 2) as growth_percent
from eth_entity_performance_daily
where
  network = 'mainnet'
  and day_type = 'utc'
  and id_type = 'pool'
  and entity != ''
  and is_complete = 1
  and toStartOfMonth(date) = (
    select toStartOfMonth(max(date))
    from eth_entity_performance_daily
    where network = 'mainnet' and day_type = 'utc' and id_type = 'network' and is_complete = 1
  )
group by pool
order by last_eth desc, pool asc
limit 10
