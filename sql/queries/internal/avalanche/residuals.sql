-- Days, of the last seven, on which a node reports another supply, or other potential rewards, than are computed from
-- blocks.
select pair.1 as check, countIf(pair.2) as differing
from (
  select
    arrayJoin(
      [
        ('potential_rewards', potential_residual_navax != 0),
        ('supply', supply_residual_navax != 0)
      ]
    ) as pair
  from fct_avalanche_network_reward_daily final
  where
    network = {network:String}
    and day + 7 > (select max(day) from fct_avalanche_network_reward_daily where network = {network:String})
)
group by pair.1
