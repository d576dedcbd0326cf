-- The facts of an operator's day, for one strategy and one token: the holdings of each staker delegated to it at the
-- end of the day, and the facts from which rates and rewards are computed.
with
  rate as (
    /* include fragments/eigenlayer/explained_rate.sql */
  ),
  held as (
    select
      staker,
      max(day) as since,
      argMax(total_shares, day) as shares,
      argMax(operator, day) = toFixedString(unhex(substring({account:String}, 3)), 20) as is_delegated
    from fct_eigenlayer_staker_state_daily final
    where
      network = {network:String}
      and strategy = toFixedString(unhex(substring({strategy:String}, 3)), 20)
      and day <= {date:Date}
      and {state_day:Nullable(Date)} is not null
      and staker in (
        select staker
        from int_eigenlayer_delegation_daily
        where
          network = {network:String}
          and operator = toFixedString(unhex(substring({account:String}, 3)), 20)
          and day <= {date:Date}
      )
    group by staker
    having is_delegated = 1 and shares != 0
  ),
  own as (
    select
      'delegator' as kind,
      'fct_eigenlayer_staker_state_daily' as source,
      -- allow optional-default: a day with records has its last block
      toUInt64(made.last_block) * 1048576 as place,
      'block' as height_kind,
      toUInt64(made.last_block) as height,
      vaEigenlayerAddress(held.staker) as item,
      null as expected,
      format('{} shares since the end of {}', toString(held.shares), toString(held.since)) as actual,
      toNullable(toDecimal256(greatest(held.shares, toInt256(0)), 24)) as fact_amount,
      'shares' as fact_unit,
      [('totalShares', toDecimal256(greatest(held.shares, toInt256(0)), 24))] as counted
    from held
    left join (
      select day, last_block
      from int_eigenlayer_day final
      where network = {network:String}
    ) as made on made.day = held.since
    union all
    /* include fragments/eigenlayer/explained_facts.sql */
  ),
  /* include fragments/eigenlayer/facts_with_transactions.sql */
/* include fragments/explained_facts.sql */
