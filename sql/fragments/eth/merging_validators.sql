-- Validators whose exit was initiated by an accepted consolidation request: from then on they leave by the
-- consolidation, long before it is executed. There are three sources: executed consolidations, the queue of a node's
-- state (including requests older than the warehouse), and, for requests since the last state, the request together
-- with the exit that it set. A slashed source is never included: its entry is dropped (consensus-specs v1.6.0,
-- specs/electra/beacon-chain.md, process_pending_consolidations), so its exit is an ordinary one.
select merged.validator_index as validator_index
from (
  select source_index as validator_index
  from raw_eth_consolidation final
  where network = {network:String}
  union all
  select source_index as validator_index
  from raw_eth_pending_consolidation final
  where network = {network:String} and epoch * {slots_per_epoch:UInt32} <= {last_slot:UInt32}
  union all
  select exits.validator_index as validator_index
  from (
    select validator_index, min(epoch) as epoch
    from int_eth_exit_request final
    where network = {network:String}
    group by validator_index
  ) as exits
  inner join (
    select identities.validator_index as validator_index, requests.slot as slot
    from raw_eth_consolidation_request as requests final
    inner join (
      select pubkey, validator_index
      from dim_eth_validator final
      where
        network = {network:String}
        and pubkey in (select source_pubkey from raw_eth_consolidation_request where network = {network:String})
    ) as identities on identities.pubkey = requests.source_pubkey
    where network = {network:String} and source_pubkey != target_pubkey
  ) as merge_requests on merge_requests.validator_index = exits.validator_index
  where
    -- A source that is already exiting is refused.
    exits.epoch = intDiv(merge_requests.slot, {slots_per_epoch:UInt32})
    and exits.validator_index not in (
      select validator_index from raw_eth_voluntary_exit where network = {network:String}
    )
) as merged
where
  merged.validator_index not in (
    select validator_index from fct_eth_slashing where network = {network:String} and slot <= {last_slot:UInt32}
  )
