-- Facts that a delegator's and an operator's day have in common: the operator's magnitude left after slashing, the rate
-- of shares (`rate` is explained_rate.sql), the root that published the earnings, and its price.
select
  'slashing' as kind,
  'raw_eigenlayer_magnitude' as source,
  toUInt64(block) * 1048576 + log_index as place,
  'block' as height_kind,
  toUInt64(block) as height,
  format('log {} of its block, operator {}', toString(log_index), ifNull({operator:Nullable(String)}, '')) as item,
  null as expected,
  'what slashing has left' as actual,
  toNullable(toDecimal256(max_magnitude, 24)) as fact_amount,
  'of 10^18' as fact_unit,
  if(
    block = {magnitude_block:Nullable(UInt32)} and log_index = {magnitude_log:Nullable(UInt32)},
    [('maxMagnitude', toDecimal256(max_magnitude, 24))],
    []
  ) as counted
from raw_eigenlayer_magnitude final
where
  network = {network:String}
  and operator = toFixedString(unhex(substring(ifNull({operator:Nullable(String)}, ''), 3)), 20)
  and strategy = toFixedString(unhex(substring({strategy:String}, 3)), 20)
  and day <= {date:Date}
  and {state_day:Nullable(Date)} is not null
union all
select
  'rate' as kind,
  'raw_eigenlayer_rate' as source,
  toUInt64(0xfffffffffffffffd) as place,
  'block' as height_kind,
  toUInt64(made.last_block) as height,
  'what shares are worth at the last block of the day' as item,
  null as expected,
  format(
    '{} shares are {} of the token',
    toString(rate.asked_shares),
    toString(assumeNotNull(rate.underlying))
  ) as actual,
  toNullable(toDecimal256(assumeNotNull(rate.underlying), 24)) as fact_amount,
  'smallest unit' as fact_unit,
  [
    ('askedShares', toDecimal256(rate.asked_shares, 24)),
    ('underlying', toDecimal256(assumeNotNull(rate.underlying), 24))
  ] as counted
from rate
inner join (
  select day, last_block
  from int_eigenlayer_day final
  where network = {network:String} and day = {date:Date}
) as made on made.day = rate.day
union all
select
  'reward' as kind,
  'raw_eigenlayer_reward' as source,
  toUInt64(0xfffffffffffffffe) as place,
  'block' as height_kind,
  toUInt64(earned.block) as height,
  format(
    'root {}, log {} of its block, 0x{}',
    toString(root_index),
    toString(root.log_index),
    lower(hex(root.root))
  ) as item,
  null as expected,
  format(
    '{} up to the snapshot, {} up to the one before',
    toString(earned.cumulative),
    toString(earned.before)
  ) as actual,
  toNullable(toDecimal256(earned.cumulative - earned.before, 24)) as fact_amount,
  'smallest unit' as fact_unit,
  [('amount', toDecimal256(earned.cumulative - earned.before, 24))] as counted
from (
  select root_index, block, cumulative, before
  from raw_eigenlayer_reward final
  where
    network = {network:String}
    and earner = toFixedString(unhex(substring({account:String}, 3)), 20)
    and token = toFixedString(unhex(substring(ifNull({token:Nullable(String)}, ''), 3)), 20)
    and snapshot = {date:Date}
    and root_index = {root_index:Nullable(UInt32)}
) as earned
inner join (
  select root_index, log_index, root
  from raw_eigenlayer_root final
  where network = {network:String} and root_index = {root_index:Nullable(UInt32)}
) as root on root.root_index = earned.root_index
union all
select
  'price' as kind,
  'dim_eigenlayer_price' as source,
  toUInt64(0xffffffffffffffff) as place,
  'edition' as height_kind,
  assumeNotNull({price_edition:Nullable(UInt64)}) as height,
  format('the file of prices, {}', toString(day)) as item,
  null as expected,
  'as the file says' as actual,
  toNullable(toDecimal256(eth_price, 24)) as fact_amount,
  'ETH' as fact_unit,
  [
    -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
    ('ethPrice', toDecimal256(ifNull(eth_price, 0), 24)),
    -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
    ('usdPrice', toDecimal256(ifNull(usd_price, 0), 24))
  ] as counted
from dim_eigenlayer_price final
where
  network = {network:String}
  and token = toFixedString(unhex(substring(ifNull({token:Nullable(String)}, ''), 3)), 20)
  and day = {activated_on:Nullable(Date)}
  and version = {price_edition:Nullable(UInt64)}
