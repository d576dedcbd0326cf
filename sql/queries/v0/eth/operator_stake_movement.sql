-- Activations and exits of an entity in a time window. An entity without any has no row, or one of earlier days.
select
  {window:String} as timeWindow,
  {id:String} as id,
  {idType:String} as idType,
  {stakeAction:String} as stakeAction,
  sum(moved.validator_count) as validatorCount,
  if(
    sum(moved.wait_count) = 0,
    null,
    -- allow narrow-product: epochs that all validators waited, 10^6 times 10^6, times 2
    intDiv(2 * sum(moved.wait_epoch_sum) + sum(moved.wait_count), greatest(2 * sum(moved.wait_count), 1))
  ) as avgEpochsToAction,
  sum(moved.wait_epoch_sum) / nullIf(sum(moved.wait_count), 0) * {epochMinutes:Float64}
    as avgMinutesToAction,
  sum(moved.amount_gwei) as amountGwei
from fct_eth_movement_window as moved final
where
  moved.network = {network:String}
  and moved.id_type = {idType:String}
  and moved.entity = {id:String}
  and moved.time_window = {window:String}
  and moved.stake_action = {stakeAction:String}
  and moved.last_day = (
    select max(last_day) from fct_eth_movement_window where network = {network:String} and id_type = 'network'
  )
