-- Rewards of the accounts in `earners`, by snapshot. `covering_roots` is covering_roots.sql.
-- The newest snapshot published by one of `covering_roots`, and the newest one of a root that can be claimed.
(
    select tuple(maxOrNull(last_snapshot), maxOrNullIf(last_snapshot, is_active))
    from covering_roots
  ) as newest
select
  record.date as date,
  {account:String} as earner,
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
from (
  select
    -- Sums of days or weeks: each day is valued at its own price, and all prices must be known. For a week, root,
    -- price and operator are those of its last day with a reward.
    if({granularity:String} = 'week', toMonday(reward.snapshot), reward.snapshot) as date,
    reward.account as account,
    reward.token as token,
    sum(reward.amount) as amount,
    max(reward.snapshot) as snapshot,
    argMax(reward.root_index, reward.snapshot) as root_index,
    argMax(reward.activated_at, reward.snapshot) as activated_at,
    min(reward.is_active) as is_active,
    argMax(tuple(price.eth_price), reward.snapshot).1 as eth_price,
    argMax(tuple(price.usd_price), reward.snapshot).1 as usd_price,
    sum(vaEigenlayerWorth(reward.amount, unit.decimals, price.eth_price)) as known_eth,
    sum(vaEigenlayerWorth(reward.amount, unit.decimals, price.usd_price)) as known_usd,
    if(countIf(unit.decimals is null or price.eth_price is null) = 0, known_eth, null) as eth_amount,
    if(countIf(unit.decimals is null or price.usd_price is null) = 0, known_usd, null) as usd_amount,
    argMax(delegation.operator, reward.snapshot) as operator
  from (
    select
      -- Earnings of each snapshot, by the root that published it.
      earned.earner as account,
      earned.token as token,
      earned.snapshot as snapshot,
      earned.cumulative - earned.before as amount,
      earned.root_index as root_index,
      covering.activated_at as activated_at,
      covering.is_active as is_active,
      toDate(covering.activated_at) as activated_on,
      earned.snapshot - 1 as eve
    from (
      select earner, token, snapshot, root_index, cumulative, before
      from raw_eigenlayer_reward final
      where
        network = {network:String}
        and earner in (select account from earners)
        and cumulative > before
        and ({fromDate:Nullable(Date)} is null or snapshot >= {fromDate:Nullable(Date)})
        and ({toDate:Nullable(Date)} is null or snapshot <= {toDate:Nullable(Date)})
    ) as earned
    inner join covering_roots as covering on covering.root_index = earned.root_index
    where earned.snapshot > covering.earlier_snapshot and earned.snapshot <= covering.last_snapshot
  ) as reward
  -- Prices on the day from which the root can be claimed, from the newest edition of the file, and the token's unit.
  left join (
    select token, day, eth_price, usd_price
    from dim_eigenlayer_price final
    where
      network = {network:String}
      and version = (select max(version) from dim_eigenlayer_price where network = {network:String})
  ) as price on price.token = reward.token and price.day = if(reward.is_active, reward.activated_on, toDate(0))
  left join (
    select token, decimals
    from dim_eigenlayer_token final
    where network = {network:String}
  ) as unit on unit.token = reward.token
  asof left join (
    select staker, day, operator
    from int_eigenlayer_delegation_daily final
    where network = {network:String} and staker in (select account from earners)
  ) as delegation on delegation.staker = reward.account and delegation.day <= reward.eve
  group by date, account, token
) as record
-- Names of tokens, and the order of records.
left join (
  select token, name, symbol, decimals
  from dim_eigenlayer_token final
  where network = {network:String}
) as token on token.token = record.token
-- allow page-order: all rows are of one account
order by toUInt16(record.date) * if({sortOrder:String} = 'desc', -1, 1) asc, record.token asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
