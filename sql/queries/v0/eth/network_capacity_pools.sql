-- Share of each pool in the activation or exit limit of a time window, largest first.
select
  moved.time_window as timeWindow,
  {stakeAction:String} as stakeAction,
  assumeNotNull((select max(epoch) from int_eth_epoch where network = {network:String})) as latestEpoch,
  moved.action_limit as churnLimit,
  moved.entity as pool,
  moved.validator_count as validatorCount,
  round(moved.validator_count / nullIf(moved.action_limit, 0), 5) as capacityFilled,
  if(
    whole.action_limit = 0, null, round(greatest(0, 1 - whole.validator_count / whole.action_limit), 5)
  ) as networkCapacityRemaining
from fct_eth_movement_window as moved final
cross join (
  select last_day, validator_count, action_limit
  from fct_eth_movement_window final
  where
    network = {network:String}
    and id_type = 'network'
    and time_window = {window:String}
    and stake_action = {stakeAction:String}
) as whole
where
  moved.network = {network:String}
  and moved.id_type = 'pool'
  and moved.time_window = {window:String}
  and moved.stake_action = {stakeAction:String}
  and moved.last_day = whole.last_day
order by validatorCount desc, pool asc
