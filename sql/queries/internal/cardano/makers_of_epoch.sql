-- Pools that made a block in an epoch, as the ledger counts them.
select
  made.pool as pool,
  made.block_count as block_count,
  toString(own.active_stake) as active_stake,
  toString(own.owner_stake) as owner_stake,
  toString(own.pledge) as pledge,
  toString(own.margin) as margin,
  toString(own.fixed_cost) as fixed_cost
from (
  select block.pool as pool, count() as block_count
  from raw_cardano_block as block final
  where block.network = {network:String} and block.epoch = {epoch:UInt32} and block.pool != ''
  group by block.pool
) as made
inner join (
  select pool, active_stake, owner_stake, pledge, margin, fixed_cost
  from raw_cardano_pool final
  where network = {network:String} and epoch = {epoch:UInt32}
) as own on own.pool = made.pool
order by pool
