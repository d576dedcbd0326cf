-- Values at the end of each UTC day, by strategy, from the changes of one account in `changes`.
select
  state.day as date,
  {account:String} as earner,
  -- The strategy, its token, and the value of its shares: the rate is that of a very large number of shares, so
  -- rounding is less than any share.
  vaEigenlayerAddress(state.strategy) as strategy,
  if(
    state.strategy = vaEigenlayerNative() or token.is_known = 0,
    null,
    vaEigenlayerAddress(token.token)
  ) as tokenAddress,
  state.shares as totalShares,
  if(
    state.strategy = vaEigenlayerNative(),
    toNullable(state.shares),
    if(
      rate.is_known = 0,
      null,
      intDiv(state.shares * (toInt256(assumeNotNull(rate.underlying)) + 1), greatest(toInt256(rate.asked_shares), 1))
    )
  ) as totalBalance,
  toBool(1) as isComplete
from (
  select held.strategy as strategy, held.shares as shares, toDate(held.day_number) as day
  from (
    select
      held.strategy as strategy,
      held.total_shares as shares,
      -- A row holds until the next one, or to the last full day: its days within the requested range.
      arrayJoin(
        range(
          greatest(toUInt16(held.day), toUInt16(ifNull({fromDate:Nullable(Date)}, toDate(0)))),
          greatest(
            least(
              toUInt16(held.next_day),
              if({toDate:Nullable(Date)} is null, 65535, toUInt16(assumeNotNull({toDate:Nullable(Date)})) + 1)
            ),
            greatest(toUInt16(held.day), toUInt16(ifNull({fromDate:Nullable(Date)}, toDate(0))))
          )
        )
      ) as day_number
    from (
      select
        strategy,
        day,
        total_shares,
        -- The day of the next row of the strategy, or the day after the last full day.
        leadInFrame(
          day,
          1,
          assumeNotNull((select max(day) from int_eigenlayer_day where network = {network:String})) + 1
        ) over (
          partition by strategy
          order by day asc
          rows between unbounded preceding and unbounded following
        ) as next_day
      from changes
    ) as held
  ) as held
) as state
-- Strategies and their rates, joined to the states.
left join (
  select strategy, token, 1 as is_known
  from dim_eigenlayer_strategy final
  where network = {network:String}
) as token on token.strategy = state.strategy
left join (
  select strategy, day, asked_shares, underlying, 1 as is_known
  from raw_eigenlayer_rate final
  where
    network = {network:String}
    and underlying is not null
    and ({fromDate:Nullable(Date)} is null or day >= {fromDate:Nullable(Date)})
    and ({toDate:Nullable(Date)} is null or day <= {toDate:Nullable(Date)})
) as rate on rate.strategy = state.strategy and rate.day = state.day
where state.shares != 0
-- allow page-order: a state holds on each of its days, and no other one of its strategy does
order by toUInt16(state.day) * if({sortOrder:String} = 'desc', -1, 1) asc, state.strategy asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
