-- The facts behind a delegator's day, of one strategy and one token: all logs of its shares up to the end of the day,
-- its delegations, and what stands behind rates and rewards. No raw table has hashes: a log's place in its block
-- finds it.
with
  logs as (
    select
      block,
      log_index,
      position,
      kind,
      amount,
      kind = 'withdrawal_m2' and (block, log_index) in (
        select block, log_index
        from raw_eigenlayer_withdrawal
        where
          network = {network:String}
          and kind = 'm2'
          and withdrawal_root in (select new_root from raw_eigenlayer_migration where network = {network:String})
          and block in (
            select block
            from raw_eigenlayer_share
            where
              network = {network:String}
              and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
              and kind = 'withdrawal_m2'
          )
      ) as is_migrated,
      last_value(if(kind = 'scaling_factor', toNullable(amount), null)) over running as scaling,
      (block, log_index, position) = max((block, log_index, position)) over (partition by kind) as is_last
    from raw_eigenlayer_share final
    where
      network = {network:String}
      and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
      and strategy = toFixedString(unhex(substring({strategy:String}, 3)), 20)
      and day <= {date:Date}
      and kind <= 'beacon_factor'
      and {state_day:Nullable(Date)} is not null
    window running as (
      order by block asc, log_index asc, position asc
      rows between unbounded preceding and current row
    )
  ),
  own as (
    select
      multiIf(
        kind in ('scaling_factor', 'beacon_factor'), 'factor',
        startsWith(toString(kind), 'withdrawal'), 'withdrawal',
        toString(kind)
      ) as kind,
      'raw_eigenlayer_share' as source,
      toUInt64(block) * 1048576 + log_index as place,
      'block' as height_kind,
      toUInt64(block) as height,
      format('log {} of its block, place {} in its lists', toString(log_index), toString(position)) as item,
      null as expected,
      multiIf(
        logs.kind = 'scaling_factor', 'deposit scaling factor',
        logs.kind = 'beacon_factor', 'what penalties of validators have left of the pod',
        is_migrated, 'queued once more by a migration',
        logs.kind = 'withdrawal_scaled', format('{} scaled shares', toString(amount)),
        format('{} shares', toString(amount))
      ) as actual,
      toNullable(
        toDecimal256(
          if(
            logs.kind in ('scaling_factor', 'beacon_factor'),
            amount,
            vaEigenlayerShareChange(logs.kind, amount, is_migrated, scaling)
          ),
          24
        )
      ) as fact_amount,
      if(logs.kind in ('scaling_factor', 'beacon_factor'), 'of 10^18', 'shares') as fact_unit,
      multiIf(
        logs.kind in ('scaling_factor', 'beacon_factor') and not is_last,
        [],
        [
          (
            multiIf(
              logs.kind = 'scaling_factor', 'scalingFactor',
              logs.kind = 'beacon_factor', 'beaconFactor',
              'depositShares'
            ),
            assumeNotNull(fact_amount)
          )
        ]
      ) as counted
    from logs
    union all
    select
      'delegation' as kind,
      'raw_eigenlayer_delegation' as source,
      toUInt64(block) * 1048576 + log_index as place,
      'block' as height_kind,
      toUInt64(block) as height,
      format('log {} of its block', toString(log_index)) as item,
      null as expected,
      if(
        operator = toFixedString('', 20),
        'delegated to nobody',
        concat('delegated to ', vaEigenlayerAddress(operator))
      ) as actual,
      cast(null as Nullable(Decimal(76, 24))) as fact_amount,
      '' as fact_unit,
      [] as counted
    from raw_eigenlayer_delegation final
    where
      network = {network:String}
      and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
      and day <= {date:Date}
      and {state_day:Nullable(Date)} is not null
    union all
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
    from (
      /* include fragments/eigenlayer/explained_rate.sql */
    ) as rate
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
      toUInt64(told.block) as height,
      format(
        'root {}, log {} of its block, 0x{}',
        toString(root_index),
        toString(root.log_index),
        lower(hex(root.root))
      ) as item,
      null as expected,
      format(
        '{} up to the snapshot, {} up to the one before',
        toString(told.cumulative),
        toString(told.before)
      ) as actual,
      toNullable(toDecimal256(told.cumulative - told.before, 24)) as fact_amount,
      'smallest unit' as fact_unit,
      [('amount', toDecimal256(told.cumulative - told.before, 24))] as counted
    from (
      select root_index, block, cumulative, before
      from raw_eigenlayer_reward final
      where
        network = {network:String}
        and earner = toFixedString(unhex(substring({account:String}, 3)), 20)
        and token = toFixedString(unhex(substring(ifNull({token:Nullable(String)}, ''), 3)), 20)
        and snapshot = {date:Date}
        and root_index = {root_index:Nullable(UInt32)}
    ) as told
    inner join (
      select root_index, log_index, root
      from raw_eigenlayer_root final
      where network = {network:String} and root_index = {root_index:Nullable(UInt32)}
    ) as root on root.root_index = told.root_index
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
        ('ethPrice', toDecimal256(ifNull(eth_price, 0), 24)),
        ('usdPrice', toDecimal256(ifNull(usd_price, 0), 24))
      ] as counted
    from dim_eigenlayer_price final
    where
      network = {network:String}
      and token = toFixedString(unhex(substring(ifNull({token:Nullable(String)}, ''), 3)), 20)
      and day = {activated_on:Nullable(Date)}
      and version = {price_edition:Nullable(UInt64)}
  ),
  facts as (
    select
      kind,
      source,
      place,
      height_kind,
      height,
      null as block_hash,
      null as transaction_hash,
      item,
      expected,
      actual,
      fact_amount,
      nullIf(fact_unit, '') as fact_unit,
      counted
    from own
  )
/* include fragments/explained_facts.sql */
