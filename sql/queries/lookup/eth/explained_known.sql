-- Number of known epochs from which a day, and the balance change around it, are computed, and the rules of their
-- network.
with
  (
    select slots_per_epoch
    from dim_eth_network final
    where network = {network:String}
  ) as slots
select
  slots as slots_per_epoch,
  toUInt32(floor(sqrt(slots))) as source_delay_max,
  (
    select toUInt32(least(ifNull(toUInt64OrNull(JSONExtractString(spec, 'DENEB_FORK_EPOCH')), 4294967295), 4294967295))
    from raw_eth_epoch
    where network = {network:String}
    order by epoch desc
    limit 1
  ) as deneb,
  ifNull(deneb, 0) as deneb_epoch,
  {end_epoch:UInt32} - {start_epoch:UInt32} + 1 as dutiesExpected,
  countIf(epoch between {start_epoch:UInt32} and {end_epoch:UInt32}) as dutiesKnown,
  (
    select count()
    from int_eth_slashing_correlation final
    where
      network = {network:String}
      and epoch between {start_epoch:UInt32} and {end_epoch:UInt32}
      and validator_index = {validatorIndex:UInt32}
  ) as correlationsExpected,
  (
    select count(penalty_gwei)
    from fct_eth_slashing_correlation final
    where
      network = {network:String}
      and epoch between {start_epoch:UInt32} and {end_epoch:UInt32}
      and validator_index = {validatorIndex:UInt32}
  ) as correlationsKnown,
  -- Proposals of computed epochs are kept forever.
  {is_compared:UInt8} * (
    {after_epoch:UInt32} - {before_epoch:UInt32} + 1
    + (
      select uniqExact(epoch)
      from fct_eth_proposal_slot final
      where
        network = {network:String}
        and slot + slots >= {before_epoch:UInt32} * slots
        and slot < {after_epoch:UInt32} * slots
    )
  ) as balancesExpected,
  (
    select count()
    from raw_eth_epoch final
    where network = {network:String} and epoch between {before_epoch:UInt32} and {after_epoch:UInt32}
  ) + countIf(epoch + 1 >= {before_epoch:UInt32} and epoch < {after_epoch:UInt32}) as balancesKnown
from int_eth_epoch final
where
  network = {network:String}
  and epoch + 1 >= least({start_epoch:UInt32}, {before_epoch:UInt32})
  and epoch <= greatest({end_epoch:UInt32}, {after_epoch:UInt32})
