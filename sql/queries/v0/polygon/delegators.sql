-- Summaries of delegators with stake in active validators at the end of the window, largest stake first.
with
  /* include fragments/polygon/window_period.sql */,
  /* include fragments/polygon/rating_versions.sql */,
  tuple(period.1, period.2, period.3, period.4) as requested,
  accounts as (
    select toString(share.account) as account
    from raw_polygon_share_event as share final
    where
      share.network = {network:String}
      and share.position < ending.1
      and share.validator in (
        select validator
        from fct_polygon_validator_checkpoint final
        where network = {network:String} and checkpoint = period.2
      )
    group by share.account
    having sum(share.amount) > 0
    order by sum(share.amount) desc, account asc
    limit {size:UInt64} offset {offset:UInt64}
  ),
  /* include fragments/polygon/held_stakes.sql */,
  /* include fragments/polygon/window_sums.sql */,
  paid as (
  /* include fragments/polygon/delegated_checkpoints.sql */
  )
/* include fragments/polygon/delegator_records.sql */
order by summed.stake desc, summed.account asc
limit {size:UInt64}
