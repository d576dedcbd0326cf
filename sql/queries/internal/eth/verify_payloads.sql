-- A sample of the payloads of an epoch whose execution blocks are known, ascending.
select slot, block_number, toString(block_hash) as block_hash
from (
  select slot, block_number, block_hash
  from raw_eth_execution_block final
  where
    network = {network:String}
    and epoch = {point:UInt32}
    -- Every withdrawal, and every gas used, is of the canonical block.
    and (slot, block_hash) in (
      select slot, assumeNotNull(execution_block_hash)
      from raw_eth_block final
      where
        network = {network:String}
        and epoch = {point:UInt32}
        and status = 'canonical'
        and execution_block_hash is not null
        and gas_used is not null
    )
  order by cityHash64(slot)
  limit {size:UInt32}
)
order by slot
