-- How saturated is each pool in the newest epoch?
-- A pool is saturated at 1/k of all lovelace outside the reserves; above that its reward does not grow further.
select
  pool.ticker as ticker,
  pool.pool as pool,
  pool.active_stake / 1e6 as stake_ada,
  round(pool.active_stake * epoch.optimal_pool_count / nullIf(epoch.max_supply - epoch.reserves, 0) * 100, 2)
    as saturation_percent,
  pool.margin as margin
from cardano_pool as pool
inner join cardano_epoch as epoch on epoch.network = pool.network and epoch.epoch = pool.epoch
where
  pool.network = 'mainnet'
  and pool.epoch = (select max(epoch) from cardano_epoch where network = 'mainnet' and reserves is not null)
  and pool.active_stake > 0
order by saturation_percent desc, pool asc
limit 50
