-- Checkpoints of the last seven days that paid something else than the rules of emission say, that left a gap behind the
-- one before, or whose rewards do not add up but for what divisions leave; and stakes by events that differ from what the
-- contract or Heimdall says.
with
  (select max(day) from fct_polygon_checkpoint where network = {network:String}) as last_day
select check.1 as check, countIf(check.2) as differing
from (
  select
    arrayJoin(
      [
        ('emission', ifNull(emission_residual != 0, false)),
        ('range', ifNull(range_residual != 0, false)),
        ('reward', reward_residual < 0 or reward_residual > validator_count)
      ]
    ) as check
  from fct_polygon_checkpoint final
  where network = {network:String} and day + 7 > last_day
  union all
  select
    arrayJoin(
      [
        ('self_stake', ifNull(self_residual != 0, false)),
        ('delegated_stake', ifNull(delegated_residual != 0, false)),
        ('heimdall_stake', ifNull(heimdall_residual != 0, false))
      ]
    ) as check
  from fct_polygon_stake_reconciliation final
  where network = {network:String} and day + 7 > last_day
)
group by check.1
