-- A sample of the canonical blocks of an epoch whose rewards are known, ascending.
select slot
from (
  select slot
  from fct_eth_proposal_slot final
  where
    network = {network:String}
    and epoch = {point:UInt32}
    and status = 'proposed'
    and attestation_reward_gwei is not null
    and slot in (
      select slot
      from int_eth_sync_slot final
      where network = {network:String} and epoch = {point:UInt32} and notEmpty(validator_indices)
    )
  order by cityHash64(slot)
  limit {size:UInt32}
)
order by slot
