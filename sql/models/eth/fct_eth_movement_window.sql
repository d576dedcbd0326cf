/* ---
grain: network, id_type, entity, time_window, stake_action
reads: [fct_eth_stake_movement, int_eth_churn_daily, int_eth_day, int_eth_exit_request, raw_eth_consolidation, raw_eth_consolidation_request, raw_eth_pending_consolidation, raw_eth_voluntary_exit, fct_eth_slashing, dim_eth_validator]
window: window_entity
--- */
-- Activations and exits in each window, by entity on the day of the movement, and the churn limits.
insert into fct_eth_movement_window
with
  arrayZip({time_windows:Array(String)}, {first_days:Array(UInt32)}) as windows,
  limits as (
    select
      arrayJoin(arrayFilter(named -> day >= named.2, windows)).1 as time_window,
      sum(churn.exit_limit) as exit_limit,
      sum(churn.activation_limit) as activation_limit
    from int_eth_churn_daily as churn final
    where network = {network:String} and day_type = 'chain' and day in (select arrayJoin({days:Array(UInt32)}))
    group by time_window
  ),
  moves as (
    select
      arrayJoin(arrayPushBack(movement.entities, ('network', ''))) as belonging,
      arrayJoin(arrayFilter(named -> movement.day >= named.2, windows)).1 as time_window,
      toString(movement.stake_action) as stake_action,
      movement.amount_gwei as amount_gwei,
      -- Decisions before the start of the history are unknown.
      multiIf(
        stake_action = 'activation', toInt64(movement.epoch) - movement.since_epoch,
        requests.validator_index != movement.validator_index or requests.epoch < (
          select min(start_epoch) from int_eth_day final where network = {network:String}
        ), null,
        toInt64(movement.epoch) - requests.epoch
      ) as wait_epochs
    from fct_eth_stake_movement as movement final
    left join (
      select validator_index, min(epoch) as epoch
      from int_eth_exit_request final
      where network = {network:String}
      group by validator_index
    ) as requests on requests.validator_index = movement.validator_index
    where
      movement.network = {network:String}
      and movement.day_type = 'chain'
      and movement.day in (select arrayJoin({days:Array(UInt32)}))
      and (
        movement.stake_action = 'activation'
        or movement.validator_index not in (
          /* include fragments/eth/merging_validators.sql */
        )
      )
  ),
  sums as (
    select
      moves.belonging.1 as id_type,
      moves.belonging.2 as entity,
      moves.time_window as time_window,
      moves.stake_action as stake_action,
      count() as validator_count,
      sum(moves.amount_gwei) as amount_gwei,
      sum(ifNull(moves.wait_epochs, 0)) as wait_epoch_sum,
      count(moves.wait_epochs) as wait_count
    from moves
    group by id_type, entity, time_window, stake_action
    union all
    select 'network', '', arrayJoin(windows).1, arrayJoin(['activation', 'exit']), 0, 0, 0, 0
  )
select
  {network:String} as network,
  sums.id_type as id_type,
  sums.entity as entity,
  sums.time_window as time_window,
  sums.stake_action as stake_action,
  {last_day:UInt32} as last_day,
  sum(sums.validator_count) as validator_count,
  sum(sums.amount_gwei) as amount_gwei,
  sum(sums.wait_epoch_sum) as wait_epoch_sum,
  sum(sums.wait_count) as wait_count,
  if(sums.stake_action = 'exit', any(limits.exit_limit), any(limits.activation_limit)) as action_limit,
  any(limits.exit_limit) as exit_limit,
  {version:UInt64} as version
from sums
left join limits on limits.time_window = sums.time_window
group by id_type, entity, time_window, stake_action
