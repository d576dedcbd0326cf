-- Which pools do not meet their pledge, and so earn nothing?
select epoch, ticker, pool, pledge / 1e6 as pledge_ada, owner_stake / 1e6 as held_ada
from cardano_pool
where
  network = 'mainnet'
  and epoch = (select max(epoch) from cardano_epoch where network = 'mainnet')
  and active_stake > 0
  and owner_stake < pledge
order by pledge - owner_stake desc, pool asc
