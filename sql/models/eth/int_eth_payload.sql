/* ---
grain: network, slot
reads: [raw_eth_block]
window: block
--- */
-- Payloads of final canonical blocks.
insert into int_eth_payload
select
  network,
  slot,
  epoch,
  assumeNotNull(execution_block_number) as block_number,
  assumeNotNull(execution_block_hash) as block_hash,
  assumeNotNull(blocks.fee_recipient) as fee_recipient,
  assumeNotNull(blocks.transaction_count) as transaction_count,
  transaction_type_counts,
  gas_used,
  blob_gas_used,
  base_fee_per_gas_wei,
  -- Final blocks differ only in the number of fields that a listener recorded.
  2 * {revision:UInt64} + (gas_used is not null) as version
from raw_eth_block as blocks final
where
  network = {network:String}
  and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
    and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
  and status = 'canonical'
  and is_final = 1
  and execution_block_hash is not null
