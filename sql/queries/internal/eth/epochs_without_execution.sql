-- Final epochs with payloads that execution nodes have not returned yet, or not with a list of addresses if one is
-- required: the newest before one, some at a time.
select
  epoch,
  /* include fragments/eth/payloads.sql */
from (
  select
    slot,
    epoch,
    execution_block_number,
    execution_block_hash,
    fee_recipient,
    transaction_count,
    gas_used,
    base_fee_per_gas_wei
  from raw_eth_block final
  where
    network = {network:String}
    and epoch >= {from:UInt32}
    and epoch < {before:UInt32}
    and is_final = 1
    and status = 'canonical'
    and execution_block_number is not null
  union all
  -- Rows that remain after retention has dropped blocks.
  select slot, epoch, block_number, block_hash, fee_recipient, transaction_count, gas_used, base_fee_per_gas_wei
  from int_eth_payload final
  where
    network = {network:String}
    and epoch >= {from:UInt32}
    and epoch < {before:UInt32}
    and slot not in (
      select kept.slot
      from raw_eth_block as kept
      where
        kept.network = {network:String}
        and kept.epoch >= {from:UInt32}
        and kept.epoch < {before:UInt32}
        and kept.is_final = 1
    )
) as known
where
  slot not in (
    select execution.slot
    from raw_eth_execution_block as execution
    where
      execution.network = {network:String}
      and execution.epoch >= {from:UInt32}
      and execution.epoch < {before:UInt32}
      and (execution.sanctioned_count is not null or {is_listed:UInt8} = 0)
  )
group by epoch
order by epoch desc
limit {epochs:UInt32}
