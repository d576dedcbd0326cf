-- The facts of a delegator's day, for one strategy and one token: all logs of its shares up to the end of the day, its
-- delegations, and the facts from which rates and rewards are computed.
with
  rate as (
    /* include fragments/eigenlayer/explained_rate.sql */
  ),
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
        'not delegated',
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
    /* include fragments/eigenlayer/explained_facts.sql */
  ),
  /* include fragments/eigenlayer/facts_with_transactions.sql */
/* include fragments/explained_facts.sql */
