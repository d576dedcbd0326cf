-- Native shares of the owner of one pod at the end of each UTC day.
select
  state.day as date,
  {account:String} as earner,
  /* include fragments/eigenlayer/state_balance.sql */
from (
  select held.strategy as strategy, held.shares as shares, toDate(held.day_number) as day
  from (
    select
      held.strategy as strategy,
      held.total_shares as shares,
      /* include fragments/eigenlayer/days_held.sql */
    from (
      select
        strategy,
        day,
        total_shares,
        /* include fragments/eigenlayer/next_day.sql */
      from fct_eigenlayer_staker_state_daily final
      where
        network = {network:String}
        and staker in (
          select owner
          from raw_eigenlayer_pod final
          where network = {network:String} and pod = toFixedString(unhex(substring({account:String}, 3)), 20)
        )
        and strategy = vaEigenlayerNative()
    ) as held
  ) as held
) as state
/* include fragments/eigenlayer/state_sources.sql */
settings exact_rows_before_limit = 1
