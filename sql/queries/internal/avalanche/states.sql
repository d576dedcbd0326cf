-- States whose stakes are all stored.
select state.height as height, state.supply_navax as supply_navax
from raw_avalanche_state as state final
left join (
  select height, count() as stake_count from raw_avalanche_told final where network = {network:String} group by height
) as reported on reported.height = state.height
where state.network = {network:String} and state.stake_count = reported.stake_count
order by height
