-- Checkpoints of the last seven days that paid something else than the rules of emission say, that left a gap behind
-- the one before, or whose rewards do not add up but for what divisions leave; and stakes by events that differ from
-- what the contract or Heimdall says.
with
  (select max(day) from fct_polygon_checkpoint where network = {network:String}) as last_day
select pair.1 as check, countIf(pair.2) as differing
from (
  select
    arrayJoin(
      [
        ('emission', emission_residual != 0),
        ('range', range_residual != 0),
        ('reward', reward_residual < 0 or reward_residual > validator_count)
      ]
    ) as pair
  from fct_polygon_checkpoint final
  where network = {network:String} and day + 7 > last_day
  union all
  select
    arrayJoin(
      [
        ('self_stake', self_residual != 0),
        ('delegated_stake', delegated_residual != 0),
        ('heimdall_stake', heimdall_residual != 0)
      ]
    ) as pair
  from fct_polygon_stake_reconciliation final
  where network = {network:String} and day + 7 > last_day
)
group by pair.1
