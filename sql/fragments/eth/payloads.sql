-- The payloads of an epoch's rows of raw_eth_block, in slot order (chains/ethExecution.ts).
arraySort(
  groupArray(
    (
      slot,
      assumeNotNull(execution_block_number),
      toString(assumeNotNull(execution_block_hash)),
      toString(assumeNotNull(fee_recipient)),
      assumeNotNull(transaction_count),
      toString(gas_used),
      toString(base_fee_per_gas_wei)
    )
  )
) as payloads
