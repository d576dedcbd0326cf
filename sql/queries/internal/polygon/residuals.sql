-- Checkpoints of the last seven days that paid another reward than the emission rules give, that left a gap after the
-- previous one, or whose rewards do not add up except for integer division; and stakes by events that differ from the
-- contract or Heimdall.
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
