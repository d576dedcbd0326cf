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
