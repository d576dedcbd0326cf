-- Facts of an epoch, with the number of stored rows that it announces.
select
  toString(facts.active_slot_coefficient) as active_slot_coefficient,
  toString(facts.influence) as influence,
  toString(facts.monetary_expansion) as monetary_expansion,
  toString(facts.treasury_growth) as treasury_growth,
  toString(facts.decentralisation) as decentralisation,
  facts.optimal_pool_count as optimal_pool_count,
  facts.slot_count as slot_count,
  facts.block_count as block_count,
  toString(facts.fees) as fees,
  toString(facts.reserves) as reserves,
  toString(facts.max_supply) as max_supply,
  toString(facts.active_stake) as active_stake,
  toUnixTimestamp(facts.start_at) as start_at,
  toUnixTimestamp(facts.end_at) as end_at,
  toString(facts.version) as version,
  toBool(
    facts.block_count = (
      select count() from raw_cardano_block final where network = {network:String} and epoch = {epoch:UInt32}
    )
    and facts.pool_count = (
      select count() from raw_cardano_pool final where network = {network:String} and epoch = {epoch:UInt32}
    )
    and facts.delegation_count = (
      select count() from raw_cardano_delegation final where network = {network:String} and epoch = {epoch:UInt32}
    )
  ) as is_whole
from raw_cardano_epoch as facts final
where facts.network = {network:String} and facts.epoch = {epoch:UInt32}
