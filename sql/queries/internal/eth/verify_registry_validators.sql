-- A sample of the validators in the registry of an epoch, ascending: half of them changed since its last snapshot, as
-- far as there are so many. has_credentials: their latest credentials are those of the epoch.
with
  (
    select any(registry_epoch)
    from raw_eth_epoch final
    where network = {network:String} and epoch = {point:UInt32}
  ) as snapshot_epoch,
  changed as (
    select distinct validator_index
    from raw_eth_registry
    where network = {network:String} and epoch > snapshot_epoch and epoch <= {point:UInt32}
    order by cityHash64(validator_index)
    limit intDiv({size:UInt32}, 2)
  ),
  renewed as (
    select validator_index
    from raw_eth_credential_change
    where network = {network:String} and slot > {point:UInt32} * {slots_per_epoch:UInt32}
    union all
    select validator_index
    from dim_eth_validator final
    where
      network = {network:String}
      and pubkey in (
        select source_pubkey
        from raw_eth_consolidation_request
        where
          network = {network:String}
          and source_pubkey = target_pubkey
          and slot > {point:UInt32} * {slots_per_epoch:UInt32}
      )
  )
select distinct
  validator_index,
  toUInt8(validator_index not in (select validator_index from renewed)) as has_credentials
from (
  select validator_index
  from changed
  union all
  select validator_index
  from raw_eth_registry
  where
    network = {network:String}
    and epoch = snapshot_epoch
    and is_snapshot = 1
    and snapshot_epoch <= {point:UInt32}
  order by cityHash64(validator_index)
  limit intDiv({size:UInt32}, 2)
)
order by validator_index
