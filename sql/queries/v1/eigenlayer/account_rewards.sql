-- Rewards earned by one account itself: a delegator or an operator. A snapshot is published by the first root that
-- covers it and is not disabled.
with
  covering_roots as (
    /* include fragments/eigenlayer/covering_roots.sql */
  ),
  /* include fragments/eigenlayer/newest_snapshots.sql */
select
  record.date as date,
  {account:String} as earner,
  /* include fragments/eigenlayer/reward_fields.sql */
from (
  select
    /* include fragments/eigenlayer/reward_sums.sql */
  from (
    select
      /* include fragments/eigenlayer/reward_days.sql */
    from (
      select earner, token, snapshot, root_index, cumulative, before
      from raw_eigenlayer_reward final
      where
        network = {network:String}
        and earner in (toFixedString(unhex(substring({account:String}, 3)), 20))
        and cumulative > before
        and ({fromDate:Nullable(Date)} is null or snapshot >= {fromDate:Nullable(Date)})
        and ({toDate:Nullable(Date)} is null or snapshot <= {toDate:Nullable(Date)})
    ) as earned
    inner join covering_roots as covering on covering.root_index = earned.root_index
    where earned.snapshot > covering.earlier_snapshot and earned.snapshot <= covering.last_snapshot
  ) as reward
  /* include fragments/eigenlayer/reward_prices.sql */
  asof left join (
    select staker, day, operator
    from int_eigenlayer_delegation_daily final
    where network = {network:String} and staker in (toFixedString(unhex(substring({account:String}, 3)), 20))
  ) as delegation on delegation.staker = reward.account and delegation.day <= reward.eve
  group by date, account, token
) as record
/* include fragments/eigenlayer/reward_tokens.sql */
settings exact_rows_before_limit = 1
