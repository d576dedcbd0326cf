-- Native shares of the owner of one pod at the end of each UTC day.
with
  changes as (
    select strategy, day, total_shares
    from fct_eigenlayer_staker_state_daily final
    where
      network = {network:String}
      and staker in (
        select owner
        from raw_eigenlayer_pod final
        where network = {network:String} and pod = toFixedString(unhex(substring({account:String}, 3)), 20)
      )
      and strategy = vaEigenlayerNative()
  )
/* include fragments/eigenlayer/state_days.sql */
