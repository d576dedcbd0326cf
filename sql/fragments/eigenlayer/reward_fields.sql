-- A reward, as records have it.
vaEigenlayerAddress(record.account) as delegatorAddress,
cast(
  (token.name, vaEigenlayerAddress(record.token), token.symbol, token.decimals),
  'Tuple(name Nullable(String), address String, symbol Nullable(String), decimals Nullable(UInt8))'
) as token,
record.amount as amount,
record.root_index as distributionRootIndex,
toInt64(toUInt16(record.snapshot)) * 86400000 as snapshotTimestamp,
toInt64(toUnixTimestamp(record.activated_at)) * 1000 as activatedAt,
record.eth_price as ethPrice,
record.usd_price as usdPrice,
cast(
  (
    vaEigenlayerWorth(record.amount, token.decimals, record.eth_price),
    vaEigenlayerWorth(record.amount, token.decimals, record.usd_price),
    record.eth_price,
    record.usd_price
  ),
  concat(
    'Tuple(ethAmount Nullable(Decimal(76, 18)), usdAmount Nullable(Decimal(76, 18)), ',
    'ethPrice Nullable(Decimal(38, 18)), usdPrice Nullable(Decimal(38, 18)))'
  )
) as prices,
cast(
  if(
    record.operator = toFixedString('', 20),
    [],
    [(cast(null as Nullable(String)), vaEigenlayerAddress(record.operator))]
  ),
  'Array(Tuple(name Nullable(String), address String))'
) as operators,
toBool(record.is_active) as isComplete
