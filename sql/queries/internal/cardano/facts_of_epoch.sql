-- What is told of an epoch, with how many of the rows that it announces are here.
select
  toString(told.active_slot_coefficient) as active_slot_coefficient,
  toString(told.influence) as influence,
  toString(told.monetary_expansion) as monetary_expansion,
  toString(told.treasury_growth) as treasury_growth,
  toString(told.decentralisation) as decentralisation,
  told.optimal_pool_count as optimal_pool_count,
  told.slot_count as slot_count,
  told.block_count as block_count,
  toString(told.fees) as fees,
  toString(told.reserves) as reserves,
  toString(told.max_supply) as max_supply,
  toString(told.active_stake) as active_stake,
  toUnixTimestamp(told.start_at) as start_at,
  toUnixTimestamp(told.end_at) as end_at,
  toString(told.version) as version,
  toBool(
    told.block_count = (
      select count() from raw_cardano_block final where network = {network:String} and epoch = {epoch:UInt32}
    )
    and told.pool_count = (
      select count() from raw_cardano_pool final where network = {network:String} and epoch = {epoch:UInt32}
    )
    and told.delegation_count = (
      select count() from raw_cardano_delegation final where network = {network:String} and epoch = {epoch:UInt32}
    )
  ) as is_whole
from raw_cardano_epoch as told final
where told.network = {network:String} and told.epoch = {epoch:UInt32}
