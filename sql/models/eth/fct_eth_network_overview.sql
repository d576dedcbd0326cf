/* ---
grain: network, time_window
reads: [fct_eth_network_window, fct_eth_network_queue]
window: overview
--- */
-- The network in each time window, and its current queues. Execution rewards are unknown without an execution node.
insert into fct_eth_network_overview
with
  toFloat64(windows.earnings_gwei) * 1e9 + toFloat64(windows.tips_wei) + toFloat64(windows.baseline_mev_wei) as all_wei
select
  {network:String} as network,
  windows.time_window as time_window,
  windows.last_day as last_day,
  windows.validator_count as validator_count,
  toInt64(windows.validator_count) - windows.previous_validator_count as validator_count_diff,
  windows.median_age_days as median_validator_age_days,
  windows.active_balance_gwei as active_stake_gwei,
  toInt64(windows.active_balance_gwei) - toInt64(windows.previous_active_balance_gwei) as active_stake_diff_gwei,
  windows.mean_balance_gwei as avg_validator_balance_gwei,
  windows.mean_balance_gwei - windows.previous_mean_balance_gwei as avg_validator_balance_diff_gwei,
  100 * vaRatio(toFloat64(windows.earnings_gwei) * 1e9, all_wei) as consensus_layer_rewards_percentage,
  100 * vaRatio(toFloat64(windows.tips_wei), all_wei) as priority_fees_percentage,
  100 * vaRatio(toFloat64(windows.baseline_mev_wei), all_wei) as baseline_mev_percentage,
  windows.validator_effectiveness as avg_validator_effectiveness,
  windows.inclusion_delay as avg_inclusion_delay,
  100 * windows.uptime as avg_uptime,
  windows.missed_slot_count as sum_missed_slots,
  100 * vaRatio(windows.missed_slot_count, windows.slot_count) as missed_slots_percentage,
  windows.mean_consensus_percentage as avg_consensus_apr_percentage,
  windows.mean_execution_percentage as avg_execution_apr_percentage,
  windows.median_consensus_percentage as median_consensus_apr_percentage,
  windows.median_execution_percentage as median_execution_apr_percentage,
  consensus_layer_rewards_percentage / 100 as consensus_rewards_ratio,
  (priority_fees_percentage + baseline_mev_percentage) / 100 as execution_rewards_ratio,
  avg_consensus_apr_percentage + avg_execution_apr_percentage as avg_network_apr_percentage,
  median_consensus_apr_percentage + median_execution_apr_percentage as median_network_apr_percentage,
  toInt64(round(windows.mean_consensus_percentage / 100 * 32e9)) as avg_consensus_apr_gwei,
  toInt64(round(windows.mean_execution_percentage / 100 * 32e9)) as avg_execution_apr_gwei,
  toInt64(round(windows.median_consensus_percentage / 100 * 32e9)) as median_consensus_apr_gwei,
  toInt64(round(windows.median_execution_percentage / 100 * 32e9)) as median_execution_apr_gwei,
  toInt64(round(avg_network_apr_percentage / 100 * 32e9)) as avg_network_apr_gwei,
  toInt64(round(median_network_apr_percentage / 100 * 32e9)) as median_network_apr_gwei,
  windows.gini as gini_coefficient,
  queues.epoch as latest_epoch,
  queues.activation_queue_minutes as activation_queue_minutes,
  queues.activating_count as activating_validators,
  queues.activating_balance_gwei as activating_stake_gwei,
  queues.exit_queue_minutes as exit_queue_minutes,
  queues.exiting_count as exiting_validators,
  queues.exiting_balance_gwei as exiting_stake_gwei,
  queues.withdrawal_queue_minutes as withdrawal_queue_minutes,
  queues.sweep_minutes as withdrawal_processing_queue_minutes,
  queues.fully_withdrawing_count as fully_withdrawing_validators,
  queues.partially_withdrawing_count as partially_withdrawing_validators,
  queues.fully_withdrawing_count + queues.partially_withdrawing_count as total_withdrawing_validators,
  queues.fully_withdrawing_balance_gwei as fully_withdrawing_balance_gwei,
  queues.partially_withdrawing_balance_gwei as partially_withdrawing_balance_gwei,
  queues.fully_withdrawing_balance_gwei + queues.partially_withdrawing_balance_gwei as total_withdrawing_balance_gwei,
  windows.version + ifNull(queues.version, 0) as version
from fct_eth_network_window as windows final
left join (
  select *
  from fct_eth_network_queue final
  where network = {network:String}
) as queues on queues.network = windows.network
where windows.network = {network:String}
-- Missing queues are unknown, not empty.
settings join_use_nulls = 1
