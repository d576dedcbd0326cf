/* ---
grain: network, staker, day
reads: [raw_eigenlayer_delegation]
window: stakers
--- */
insert into int_eigenlayer_delegation_daily
select
  {network:String} as network,
  staker,
  delegation.day as day,
  argMax(delegation.operator, (delegation.block, delegation.log_index)) as operator,
  {revision:UInt64} as version
from raw_eigenlayer_delegation as delegation final
where
  delegation.network = {network:String}
  and delegation.staker
  between toFixedString(unhex({first_staker:String}), 20) and toFixedString(unhex({last_staker:String}), 20)
  and delegation.day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
group by staker, day
