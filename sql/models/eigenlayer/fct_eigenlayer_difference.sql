/* ---
grain: network, day, staker, strategy
reads: [raw_eigenlayer_told, fct_eigenlayer_staker_state_daily]
window: days
--- */
-- Contracts say no deficits: they count as nothing here.
insert into fct_eigenlayer_difference
select
  {network:String} as network,
  told.day as day,
  told.staker as staker,
  told.strategy as strategy,
  toInt256(told.deposit_shares) as told_deposit_shares,
  state.deposit_shares as deposit_shares,
  toInt256(told.withdrawable_shares) as told_total_shares,
  state.total_shares as total_shares,
  {revision:UInt64} as version
from (
  select *
  from raw_eigenlayer_told final
  where network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
) as told
asof left join (
  /* include fragments/eigenlayer/states_without_deficits.sql */
    and staker in (
      select staker
      from raw_eigenlayer_told
      where network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
    )
) as state on state.staker = told.staker and state.strategy = told.strategy and state.day <= told.day
where
  toInt256(told.deposit_shares) != state.deposit_shares
  or toInt256(told.withdrawable_shares) != state.total_shares
