/* ---
grain: network, day, staker, strategy
reads: [raw_eigenlayer_told, fct_eigenlayer_staker_state_daily]
window: days
--- */
-- Contracts do not report deficits: they count as 0 here.
insert into fct_eigenlayer_difference
select
  {network:String} as network,
  reported.day as day,
  reported.staker as staker,
  reported.strategy as strategy,
  toInt256(reported.deposit_shares) as told_deposit_shares,
  state.deposit_shares as deposit_shares,
  toInt256(reported.withdrawable_shares) as told_total_shares,
  state.total_shares as total_shares,
  {revision:UInt64} as version
from (
  select *
  from raw_eigenlayer_told final
  where network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
) as reported
asof left join (
  /* include fragments/eigenlayer/states_without_deficits.sql */
    and staker in (
      select staker
      from raw_eigenlayer_told
      where network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
    )
) as state on state.staker = reported.staker and state.strategy = reported.strategy and state.day <= reported.day
where
  toInt256(reported.deposit_shares) != state.deposit_shares
  or toInt256(reported.withdrawable_shares) != state.total_shares
