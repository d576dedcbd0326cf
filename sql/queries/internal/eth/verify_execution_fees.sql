-- Gas and fees of the execution blocks of some slots, for the comparison with an execution node. Gas and base fee are
-- those of the beacon chain's payload.
select '' as subject, concat(part.1, ' at slot ', toString(blocks.slot)) as item, part.2 as value
from raw_eth_execution_block as blocks final
inner join (
  select
    slot,
    assumeNotNull(gas_used) as gas_used,
    assumeNotNull(base_fee_per_gas_wei) as base_fee_per_gas_wei,
    assumeNotNull(transaction_count) as transaction_count
  from raw_eth_block final
  where
    network = {network:String}
    and epoch = {point:UInt32}
    and status = 'canonical'
    and gas_used is not null
) as payloads on payloads.slot = blocks.slot
array join [
  ('block_hash', toString(blocks.block_hash)),
  ('gas_used', toString(payloads.gas_used)),
  ('base_fee_per_gas_wei', toString(payloads.base_fee_per_gas_wei)),
  ('transaction_count', toString(payloads.transaction_count)),
  (
    'tips_wei',
    toString(
      blocks.type_0_tips_wei + blocks.type_1_tips_wei + blocks.type_2_tips_wei + blocks.type_3_tips_wei
        + blocks.type_4_tips_wei
    )
  ),
  ('base_fees_burnt_wei', toString(blocks.base_fees_burnt_wei)),
  ('blob_fees_burnt_wei', toString(blocks.blob_fees_burnt_wei)),
  ('burnt_wei', toString(blocks.base_fees_burnt_wei + blocks.blob_fees_burnt_wei))
] as part
where blocks.network = {network:String} and blocks.slot in {slots:Array(UInt32)}
