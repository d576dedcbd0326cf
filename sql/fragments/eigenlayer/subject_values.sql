-- The last day with computed states; and for each strategy the newest rate of its shares, with the newest price in ETH
-- and the decimals of its token.
(
  select maxOrNull(day)
  from int_eigenlayer_day final
  where network = {network:String}
) as state_day,
worths as (
  select
    strategies.strategy as strategy,
    rates.rate.1 as asked_shares,
    rates.rate.2 as underlying,
    toInt256(concat('1', repeat('0', ifNull(tokens.decimals, 0)))) as unit,
    toInt256(toDecimal256(prices.newest_price, 18) * toDecimal256(1000000000000000000, 0)) as price,
    rates.is_known and prices.is_known and tokens.decimals is not null as is_known
  from (
    select strategy, token
    from dim_eigenlayer_strategy final
    where network = {network:String}
  ) as strategies
  left join (
    select
      strategy,
      argMax((toInt256(asked_shares), toInt256(assumeNotNull(underlying))), day) as rate,
      true as is_known
    from raw_eigenlayer_rate final
    where network = {network:String} and underlying is not null and day <= state_day
    group by strategy
  ) as rates on rates.strategy = strategies.strategy
  left join (
    select token, argMax(assumeNotNull(eth_price), day) as newest_price, true as is_known
    from dim_eigenlayer_price final
    where
      network = {network:String}
      and version = (select max(version) from dim_eigenlayer_price where network = {network:String})
      and eth_price is not null
      and day <= state_day
    group by token
  ) as prices on prices.token = strategies.token
  left join (
    select token, decimals
    from dim_eigenlayer_token final
    where network = {network:String}
  ) as tokens on tokens.token = strategies.token
)
