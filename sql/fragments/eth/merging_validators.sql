-- Validators whose exit was decided on by a request to merge them into another, which the chain accepted: from the
-- decision on they leave by the consolidation, long before it is executed. Three sources know of them: what was
-- executed, the queue of a node's state (also of requests from before the warehouse), and, for requests since the last
-- state, the request with the exit that it set. A slashed source never is one: its entry is dropped (consensus-specs
-- v1.6.0, specs/electra/beacon-chain.md, process_pending_consolidations), so its exit is one like any other.
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
  ) as asked on asked.validator_index = exits.validator_index
  where
    -- A source that is leaving already is refused.
    exits.epoch = intDiv(asked.slot, {slots_per_epoch:UInt32})
    and exits.validator_index not in (
      select validator_index from raw_eth_voluntary_exit where network = {network:String}
    )
) as merged
where
  merged.validator_index not in (
    select validator_index from fct_eth_slashing where network = {network:String} and slot <= {last_slot:UInt32}
  )
