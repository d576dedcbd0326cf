-- The network in each time window, the shortest first, or in one of them, and its queues now. What execution pays is
-- unknown without a node of it, and whose client a validator runs is told by nothing that is here.
with
  toFloat64(windows.earnings_gwei) * 1e9 + toFloat64(windows.tips_wei) + toFloat64(windows.baseline_mev_wei) as all_wei
select
  windows.time_window as timeWindow,
  windows.validator_count as validatorCount,
  toInt64(windows.validator_count) - windows.previous_validator_count as validatorCountDiff,
  windows.median_age_days as medianValidatorAgeDays,
  windows.active_balance_gwei as activeStake,
  toInt64(windows.active_balance_gwei) - toInt64(windows.previous_active_balance_gwei) as activeStakeDiff,
  windows.mean_balance_gwei as avgValidatorBalance,
  windows.mean_balance_gwei - windows.previous_mean_balance_gwei as avgValidatorBalanceDiff,
  100 * vaRatio(toFloat64(windows.earnings_gwei) * 1e9, all_wei) as consensusLayerRewardsPercentage,
  100 * vaRatio(toFloat64(windows.tips_wei), all_wei) as priorityFeesPercentage,
  100 * vaRatio(toFloat64(windows.baseline_mev_wei), all_wei) as baselineMevPercentage,
  windows.validator_effectiveness as avgValidatorEffectiveness,
  windows.inclusion_delay as avgInclusionDelay,
  100 * windows.uptime as avgUptime,
  windows.missed_slot_count as sumMissedSlots,
  100 * vaRatio(windows.missed_slot_count, windows.slot_count) as missedSlotsPercentage,
  windows.mean_consensus_percentage as avgConsensusAprPercentage,
  windows.mean_execution_percentage as avgExecutionAprPercentage,
  windows.median_consensus_percentage as medianConsensusAprPercentage,
  windows.median_execution_percentage as medianExecutionAprPercentage,
  consensusLayerRewardsPercentage / 100 as consensusRewardsRatio,
  (priorityFeesPercentage + baselineMevPercentage) / 100 as executionRewardsRatio,
  avgConsensusAprPercentage + avgExecutionAprPercentage as avgNetworkAprPercentage,
  medianConsensusAprPercentage + medianExecutionAprPercentage as medianNetworkAprPercentage,
  toInt64(round(windows.mean_consensus_percentage / 100 * 32e9)) as avgConsensusAprGwei,
  toInt64(round(windows.mean_execution_percentage / 100 * 32e9)) as avgExecutionAprGwei,
  toInt64(round(windows.median_consensus_percentage / 100 * 32e9)) as medianConsensusAprGwei,
  toInt64(round(windows.median_execution_percentage / 100 * 32e9)) as medianExecutionAprGwei,
  toInt64(round(avgNetworkAprPercentage / 100 * 32e9)) as avgNetworkAprGwei,
  toInt64(round(medianNetworkAprPercentage / 100 * 32e9)) as medianNetworkAprGwei,
  windows.gini as giniCoefficient,
  cast([] as Array(Tuple(client String, percentage Float64))) as clientPercentages,
  cast([] as Array(Tuple(client String, avgValidatorEffectiveness Float64))) as clientValidatorEffectiveness,
  queues.epoch as latestEpoch,
  queues.activation_queue_minutes as activationQueueMinutes,
  queues.activating_count as activatingValidators,
  queues.activating_balance_gwei as activatingStake,
  queues.exit_queue_minutes as exitQueueMinutes,
  queues.exiting_count as exitingValidators,
  queues.exiting_balance_gwei as exitingStake,
  queues.withdrawal_queue_minutes as withdrawalQueueMinutes,
  queues.sweep_minutes as withdrawalProcessingQueueMinutes,
  queues.fully_withdrawing_count as fullyWithdrawingValidators,
  queues.partially_withdrawing_count as partiallyWithdrawingValidators,
  queues.fully_withdrawing_count + queues.partially_withdrawing_count as totalWithdrawingValidators,
  queues.fully_withdrawing_balance_gwei as fullyWithdrawingBalance,
  queues.partially_withdrawing_balance_gwei as partiallyWithdrawingBalance,
  queues.fully_withdrawing_balance_gwei + queues.partially_withdrawing_balance_gwei as totalWithdrawingBalance
from fct_eth_network_window as windows final
left join (
  select *
  from fct_eth_network_queue final
  where network = {network:String}
) as queues on queues.network = windows.network
where
  windows.network = {network:String}
  and ({window:Nullable(String)} is null or windows.time_window = {window:Nullable(String)})
order by indexOf(['1d', '7d', '30d', 'all'], windows.time_window) asc
limit {limit:UInt64} offset {offset:UInt64}
settings
  -- As fragments/keyed_read.sql; and queues that are not there are unknown, not empty.
  enable_analyzer = 0,
  exact_rows_before_limit = 1,
  prefer_column_name_to_alias = 1,
  output_format_parallel_formatting = 0,
  compile_expressions = 0,
  join_use_nulls = 1
