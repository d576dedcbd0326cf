/* ---
grain: network, validator_index, day
reads: [dim_eth_validator, raw_eth_consolidation_request, raw_eth_epoch, raw_eth_registry, raw_eth_slashing, raw_eth_voluntary_exit, raw_eth_withdrawal_request]
window: chain_day
--- */
-- A registry is the state of an epoch's first slot, its block included: changes that this block did not cause happened
-- in the epoch before. An exit was initiated between two registries if only the later one has it. So the registry after
-- the day is also read, and the first registry of a history shows no exits. Where a history starts, that is the
-- registry of the previous epoch, and within a day the snapshot on which later changes are based. Each day is read on
-- its own, so that other days' rows stay true when it is corrected; if there are several, the earliest counts.
insert into int_eth_exit_request
with
  (
    select least(min(registry_epoch), {from_epoch:UInt32})
    from raw_eth_epoch final
    where
      network = {network:String}
      and (epoch = {from_epoch:UInt32} or (epoch + 1 = {from_epoch:UInt32} and role = 'support'))
  ) as registry_epoch,
  first_blocks as (
    select arrayJoin(range(registry_epoch, {to_epoch:UInt32} + 2)) * {slots_per_epoch:UInt32}
  ),
  requests as (
    select slot, pubkey
    from raw_eth_withdrawal_request final
    where network = {network:String} and slot in (first_blocks)
    union all
    select slot, source_pubkey as pubkey
    from raw_eth_consolidation_request final
    where network = {network:String} and slot in (first_blocks)
  )
select
  {network:String} as network,
  seen.validator_index as validator_index,
  {day:UInt32} as day,
  if(
    (seen.validator_index, seen.seen_epoch * {slots_per_epoch:UInt32}) in (
      select validator_index, slot
      from raw_eth_voluntary_exit final
      where network = {network:String} and slot in (first_blocks)
      union all
      select validator_index, slot
      from raw_eth_slashing final
      where network = {network:String} and slot in (first_blocks)
      union all
      select identities.validator_index as validator_index, requests.slot as slot
      from requests
      inner join (
        select pubkey, validator_index
        from dim_eth_validator final
        where network = {network:String} and pubkey in (select pubkey from requests)
      ) as identities on identities.pubkey = requests.pubkey
    ),
    seen.seen_epoch,
    seen.seen_epoch - 1
  ) as epoch,
  {version:UInt64} as version
from (
  select validator_index, min(registry.epoch) as seen_epoch
  from raw_eth_registry as registry final
  where
    network = {network:String}
    and registry.epoch between registry_epoch and {to_epoch:UInt32} + 1
    and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    -- 2^64 - 1 means not set. An exit that was already set is not new.
    and exit_epoch != 18446744073709551615
    and exit_epoch >= registry.epoch
  group by validator_index
) as seen
where seen.seen_epoch > registry_epoch
