-- Shares of all stakers delegated to one operator at the end of each UTC day, by strategy.
with
  changes as (
    select strategy, day, total_shares
    from fct_eigenlayer_operator_state_daily final
    where
      network = {network:String}
      and operator = toFixedString(unhex(substring({account:String}, 3)), 20)
  )
/* include fragments/eigenlayer/state_days.sql */
