-- What the owner of one pod earned. A snapshot is made known by the first root that covers it and is not disabled.
select
  record.date as date,
  {eigenpod:String} as earner,
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
    'Tuple(ethAmount Nullable(Decimal(76, 18)), usdAmount Nullable(Decimal(76, 18)), ethPrice Nullable(Decimal(38, 18)), usdPrice Nullable(Decimal(38, 18)))'
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
from (
  select
    if({granularity:String} = 'week', toMonday(reward.snapshot), reward.snapshot) as date,
    reward.account as account,
    reward.token as token,
    sum(reward.amount) as amount,
    max(reward.snapshot) as snapshot,
    argMax(reward.root_index, reward.snapshot) as root_index,
    argMax(reward.activated_at, reward.snapshot) as activated_at,
    argMax(reward.is_active, reward.snapshot) as is_active,
    argMax(tuple(price.eth_price), reward.snapshot).1 as eth_price,
    argMax(tuple(price.usd_price), reward.snapshot).1 as usd_price,
    argMax(delegation.operator, reward.snapshot) as operator
  from (
    select
      told.earner as account,
      told.token as token,
      told.snapshot as snapshot,
      told.cumulative - told.before as amount,
      told.root_index as root_index,
      covering.activated_at as activated_at,
      covering.is_active as is_active,
      toDate(covering.activated_at) as activated_on,
      told.snapshot - 1 as eve
    from (
      select earner, token, snapshot, root_index, cumulative, before
      from raw_eigenlayer_reward final
      where
        network = {network:String}
        and earner in (
          select owner
          from raw_eigenlayer_pod final
          where network = {network:String} and pod = toFixedString(unhex(substring({eigenpod:String}, 3)), 20)
        )
        and cumulative > before
        and ({fromDate:Nullable(Date)} is null or snapshot >= {fromDate:Nullable(Date)})
        and ({toDate:Nullable(Date)} is null or snapshot <= {toDate:Nullable(Date)})
    ) as told
    inner join (
      /* include fragments/eigenlayer/covering_roots.sql */
    ) as covering on covering.root_index = told.root_index
    where told.snapshot > covering.behind and told.snapshot <= covering.last_snapshot
  ) as reward
  left join (
    select token, day, eth_price, usd_price
    from dim_eigenlayer_price final
    where
      network = {network:String}
      and version = (select max(version) from dim_eigenlayer_price where network = {network:String})
  ) as price on price.token = reward.token and price.day = if(reward.is_active, reward.activated_on, toDate(0))
  asof left join (
    select staker, day, operator
    from int_eigenlayer_delegation_daily final
    where network = {network:String} and staker in (
          select owner
          from raw_eigenlayer_pod final
          where network = {network:String} and pod = toFixedString(unhex(substring({eigenpod:String}, 3)), 20)
        )
  ) as delegation on delegation.staker = reward.account and delegation.day <= reward.eve
  group by date, account, token
) as record
left join (
  select token, name, symbol, decimals
  from dim_eigenlayer_token final
  where network = {network:String}
) as token on token.token = record.token
order by toUInt16(record.date) * if({sortOrder:String} = 'desc', -1, 1) asc, record.token asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
