-- The value of a strategy's shares and of a token on an explained day, and the magnitude of its operator left after
-- slashing.
select
  magnitude.max_magnitude as maxMagnitude,
  magnitude.last_block as magnitude_block,
  magnitude.last_log as magnitude_log,
  rate.requested as askedShares,
  rate.worth as underlying,
  rate.rated_on as rate_day,
  price.eth as ethPrice,
  price.usd as usdPrice,
  price.edition as price_edition
from (
  select
    argMaxOrNull(max_magnitude, (block, log_index)) as max_magnitude,
    argMaxOrNull(block, (block, log_index)) as last_block,
    argMaxOrNull(log_index, (block, log_index)) as last_log
  from raw_eigenlayer_magnitude final
  where
    network = {network:String}
    and operator = toFixedString(unhex(substring(ifNull({operator:Nullable(String)}, ''), 3)), 20)
    and strategy = toFixedString(unhex(substring({strategy:String}, 3)), 20)
    and day <= {date:Date}
    and {state_day:Nullable(Date)} is not null
) as magnitude
cross join (
  select anyOrNull(asked_shares) as requested, anyOrNull(underlying) as worth, anyOrNull(day) as rated_on
  from (
    /* include fragments/eigenlayer/explained_rate.sql */
  )
) as rate
cross join (
  select anyOrNull(eth_price) as eth, anyOrNull(usd_price) as usd, anyOrNull(version) as edition
  from dim_eigenlayer_price final
  where
    network = {network:String}
    and token = toFixedString(unhex(substring(ifNull({token:Nullable(String)}, ''), 3)), 20)
    and day = {activated_on:Nullable(Date)}
    and version = (select max(version) from dim_eigenlayer_price where network = {network:String})
) as price
