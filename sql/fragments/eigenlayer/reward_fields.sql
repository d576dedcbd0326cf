-- A reward, in the form of records.
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
    record.eth_amount,
    record.usd_amount,
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
if(record.is_active, [], ['rootActivation']) as waitsFor,
toBool(
  record.is_active
  and vaIsPeriodOver(
    toInt32(toUInt16(record.snapshot)),
    record.snapshot,
    vaPeriodEnd({granularity:String}, record.snapshot),
    cast(null as Nullable(Int32)),
    {toDate:Nullable(Date)},
    toInt32(toUInt16(ifNull(newest.2, toDate(0))))
  )
) as isComplete,
-- The part of the week that was requested and is complete.
greatest(record.date, ifNull({fromDate:Nullable(Date)}, record.date)) as startDate,
least(
  vaPeriodEnd({granularity:String}, record.date),
  ifNull({toDate:Nullable(Date)}, vaPeriodEnd({granularity:String}, record.date)),
  assumeNotNull(newest.1)
) as endDate
