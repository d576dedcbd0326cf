-- Used share of the activation and exit limits, in each time window.
select
  moved.time_window as timeWindow,
  assumeNotNull((select max(epoch) from int_eth_epoch where network = {network:String})) as latestEpoch,
  sumIf(moved.validator_count, moved.stake_action = 'activation') as activatedValidators,
  round(activatedValidators / nullIf(activationChurnLimit, 0), 5) as activationCapacityFilled,
  sumIf(moved.validator_count, moved.stake_action = 'exit') as exitedValidators,
  round(exitedValidators / nullIf(exitChurnLimit, 0), 5) as exitCapacityFilled,
  round(activatedValidators / nullIf(any(active.validator_count), 0), 5) as activatedPercentage,
  round(exitedValidators / nullIf(any(active.validator_count), 0), 5) as exitedPercentage,
  max(moved.exit_limit) as churnLimit,
  maxIf(moved.action_limit, moved.stake_action = 'activation') as activationChurnLimit,
  maxIf(moved.action_limit, moved.stake_action = 'exit') as exitChurnLimit
from fct_eth_movement_window as moved final
left join (
  select time_window, validator_count
  from fct_eth_entity_window final
  where network = {network:String} and id_type = 'network' and entity = ''
) as active on active.time_window = moved.time_window
where moved.network = {network:String} and moved.id_type = 'network' and moved.entity = ''
group by timeWindow
order by indexOf(['1d', '7d', '30d', 'all'], timeWindow)
