-- Proposers of an epoch's slots, for the comparison with the Beacon API: of blocks those that signed them, of other
-- slots those on duty. The genesis slot has no duty.
select
  '' as subject,
  concat('proposer_index at slot ', toString(duties.slot)) as item,
  toString(if(blocks.is_canonical = 1, blocks.proposer_index, duties.validator_index)) as value
from (
  select slot, validator_index
  from fct_eth_proposal_slot final
  where network = {network:String} and epoch = {point:UInt32} and slot > 0
) as duties
left join (
  select slot, assumeNotNull(proposer_index) as proposer_index, 1 as is_canonical
  from raw_eth_block final
  where network = {network:String} and epoch = {point:UInt32} and status = 'canonical' and proposer_index is not null
) as blocks on blocks.slot = duties.slot
