-- A slot whose sync rewards are known: its epoch is computed, and it has no block or its members' rewards are stored. A
-- missing sync aggregate has no members.
select slot
from fct_eth_proposal_slot final
where
  network = {network:String}
  and slot = {slot:UInt32}
  and epoch in (select epoch from int_eth_epoch final where network = {network:String})
  and slot not in (
    select slot
    from int_eth_sync_slot final
    where network = {network:String} and slot = {slot:UInt32} and empty(validator_indices)
  )
