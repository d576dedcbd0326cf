-- Stakes of the accounts in `accounts` after each change.
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
  )
