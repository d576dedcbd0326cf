-- A sample of the pools with stake in an epoch, by hash: pools with blocks first, as many as others.
select pool
from (
  select pool
  from raw_cardano_pool final
  where
    network = {network:String}
    and epoch = {point:UInt32}
    and delegator_count > 0
    and pool in (
      select pool from fct_cardano_pool_reward_epoch final where network = {network:String} and epoch = {point:UInt32}
    )
  order by cityHash64(epoch, pool)
  limit {size:UInt32}
  union distinct
  select pool
  from raw_cardano_pool final
  where network = {network:String} and epoch = {point:UInt32} and delegator_count > 0
  order by cityHash64(epoch, pool)
  limit {size:UInt32}
)
order by pool
