alter table fct_eth_proposal_slot
  comment column is_payload_empty '1 when the block was proposed without transactions (since the merge)'
