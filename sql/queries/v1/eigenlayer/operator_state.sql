-- Shares of all stakers delegated to one operator at the end of each UTC day, by strategy.
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
      from fct_eigenlayer_operator_state_daily final
      where
        network = {network:String}
        and operator = toFixedString(unhex(substring({account:String}, 3)), 20)
    ) as held
  ) as held
) as state
/* include fragments/eigenlayer/state_sources.sql */
settings exact_rows_before_limit = 1
