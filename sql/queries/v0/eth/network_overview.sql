-- The network in each time window, the shortest first, or in one of them, and its current queues. No source has the
-- client software of validators.
select
  overview.time_window as timeWindow,
  overview.validator_count as validatorCount,
  overview.validator_count_diff as validatorCountDiff,
  overview.median_validator_age_days as medianValidatorAgeDays,
  overview.active_stake_gwei as activeStake,
  overview.active_stake_diff_gwei as activeStakeDiff,
  overview.avg_validator_balance_gwei as avgValidatorBalance,
  overview.avg_validator_balance_diff_gwei as avgValidatorBalanceDiff,
  overview.consensus_layer_rewards_percentage as consensusLayerRewardsPercentage,
  overview.priority_fees_percentage as priorityFeesPercentage,
  overview.baseline_mev_percentage as baselineMevPercentage,
  overview.avg_validator_effectiveness as avgValidatorEffectiveness,
  overview.avg_inclusion_delay as avgInclusionDelay,
  overview.avg_uptime as avgUptime,
  overview.sum_missed_slots as sumMissedSlots,
  overview.missed_slots_percentage as missedSlotsPercentage,
  overview.avg_consensus_apr_percentage as avgConsensusAprPercentage,
  overview.avg_execution_apr_percentage as avgExecutionAprPercentage,
  overview.median_consensus_apr_percentage as medianConsensusAprPercentage,
  overview.median_execution_apr_percentage as medianExecutionAprPercentage,
  overview.consensus_rewards_ratio as consensusRewardsRatio,
  overview.execution_rewards_ratio as executionRewardsRatio,
  overview.avg_network_apr_percentage as avgNetworkAprPercentage,
  overview.median_network_apr_percentage as medianNetworkAprPercentage,
  overview.avg_consensus_apr_gwei as avgConsensusAprGwei,
  overview.avg_execution_apr_gwei as avgExecutionAprGwei,
  overview.median_consensus_apr_gwei as medianConsensusAprGwei,
  overview.median_execution_apr_gwei as medianExecutionAprGwei,
  overview.avg_network_apr_gwei as avgNetworkAprGwei,
  overview.median_network_apr_gwei as medianNetworkAprGwei,
  overview.gini_coefficient as giniCoefficient,
  cast([] as Array(Tuple(client String, percentage Float64))) as clientPercentages,
  cast([] as Array(Tuple(client String, avgValidatorEffectiveness Float64))) as clientValidatorEffectiveness,
  overview.latest_epoch as latestEpoch,
  overview.activation_queue_minutes as activationQueueMinutes,
  overview.activating_validators as activatingValidators,
  overview.activating_stake_gwei as activatingStake,
  overview.exit_queue_minutes as exitQueueMinutes,
  overview.exiting_validators as exitingValidators,
  overview.exiting_stake_gwei as exitingStake,
  overview.withdrawal_queue_minutes as withdrawalQueueMinutes,
  overview.withdrawal_processing_queue_minutes as withdrawalProcessingQueueMinutes,
  overview.fully_withdrawing_validators as fullyWithdrawingValidators,
  overview.partially_withdrawing_validators as partiallyWithdrawingValidators,
  overview.total_withdrawing_validators as totalWithdrawingValidators,
  overview.fully_withdrawing_balance_gwei as fullyWithdrawingBalance,
  overview.partially_withdrawing_balance_gwei as partiallyWithdrawingBalance,
  overview.total_withdrawing_balance_gwei as totalWithdrawingBalance
from fct_eth_network_overview as overview final
where
  overview.network = {network:String}
  and ({window:Nullable(String)} is null or overview.time_window = {window:Nullable(String)})
order by indexOf(['1d', '7d', '30d', 'all'], overview.time_window) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
