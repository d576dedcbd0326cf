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
  held as (
    select
      gains.account as account,
      gains.validator as validator,
      gains.position as position,
      sum(gains.gained) over (
        partition by gains.account, gains.validator
        order by gains.position asc
        rows between unbounded preceding and current row
      ) as stake
    from (
      select
        toString(share.account) as account,
        share.validator as validator,
        share.position as position,
        sum(share.amount) as gained
      from raw_polygon_share_event as share final
      where share.network = {network:String} and share.account in (select account from accounts)
      group by share.account, share.validator, share.position
    ) as gains
  ),
  /* include fragments/polygon/window_sums.sql */,
  paid as (
  /* include fragments/polygon/delegated_checkpoints.sql */
  )
/* include fragments/polygon/delegator_records.sql */
order by summed.stake desc, summed.account asc
limit {size:UInt64}
