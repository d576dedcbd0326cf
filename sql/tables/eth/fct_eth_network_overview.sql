/* ---
height: last_day
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_network_overview (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  time_window LowCardinality(String) comment '1d, 7d, 30d or all',
  last_day UInt32 comment 'Last day of the window: the last complete chain day',
  validator_count UInt32 comment 'validatorCount of the API',
  validator_count_diff Nullable(Int64) comment 'validatorCountDiff of the API',
  median_validator_age_days Nullable(UInt32) comment 'medianValidatorAgeDays of the API',
  active_stake_gwei UInt64 comment 'activeStake of the API',
  active_stake_diff_gwei Nullable(Int64) comment 'activeStakeDiff of the API',
  avg_validator_balance_gwei Nullable(Float64) comment 'avgValidatorBalance of the API',
  avg_validator_balance_diff_gwei Nullable(Float64) comment 'avgValidatorBalanceDiff of the API',
  consensus_layer_rewards_percentage Nullable(Float64) comment 'consensusLayerRewardsPercentage of the API',
  priority_fees_percentage Nullable(Float64) comment 'priorityFeesPercentage of the API',
  baseline_mev_percentage Nullable(Float64) comment 'baselineMevPercentage of the API',
  avg_validator_effectiveness Nullable(Float64) comment 'avgValidatorEffectiveness of the API',
  avg_inclusion_delay Nullable(Float64) comment 'avgInclusionDelay of the API',
  avg_uptime Nullable(Float64) comment 'avgUptime of the API',
  sum_missed_slots UInt64 comment 'sumMissedSlots of the API',
  missed_slots_percentage Nullable(Float64) comment 'missedSlotsPercentage of the API',
  avg_consensus_apr_percentage Nullable(Float64) comment 'avgConsensusAprPercentage of the API',
  avg_execution_apr_percentage Nullable(Float64) comment 'avgExecutionAprPercentage of the API',
  median_consensus_apr_percentage Nullable(Float64) comment 'medianConsensusAprPercentage of the API',
  median_execution_apr_percentage Nullable(Float64) comment 'medianExecutionAprPercentage of the API',
  consensus_rewards_ratio Nullable(Float64) comment 'consensusRewardsRatio of the API',
  execution_rewards_ratio Nullable(Float64) comment 'executionRewardsRatio of the API',
  avg_network_apr_percentage Nullable(Float64) comment 'avgNetworkAprPercentage of the API',
  median_network_apr_percentage Nullable(Float64) comment 'medianNetworkAprPercentage of the API',
  avg_consensus_apr_gwei Nullable(Int64) comment 'avgConsensusAprGwei of the API',
  avg_execution_apr_gwei Nullable(Int64) comment 'avgExecutionAprGwei of the API',
  median_consensus_apr_gwei Nullable(Int64) comment 'medianConsensusAprGwei of the API',
  median_execution_apr_gwei Nullable(Int64) comment 'medianExecutionAprGwei of the API',
  avg_network_apr_gwei Nullable(Int64) comment 'avgNetworkAprGwei of the API',
  median_network_apr_gwei Nullable(Int64) comment 'medianNetworkAprGwei of the API',
  gini_coefficient Nullable(Float64) comment 'giniCoefficient of the API',
  latest_epoch Nullable(UInt32) comment 'latestEpoch of the API',
  activation_queue_minutes Nullable(Float64) comment 'activationQueueMinutes of the API',
  activating_validators Nullable(UInt32) comment 'activatingValidators of the API',
  activating_stake_gwei Nullable(UInt64) comment 'activatingStake of the API',
  exit_queue_minutes Nullable(Float64) comment 'exitQueueMinutes of the API',
  exiting_validators Nullable(UInt32) comment 'exitingValidators of the API',
  exiting_stake_gwei Nullable(UInt64) comment 'exitingStake of the API',
  withdrawal_queue_minutes Nullable(Float64) comment 'withdrawalQueueMinutes of the API',
  withdrawal_processing_queue_minutes Nullable(Float64) comment 'withdrawalProcessingQueueMinutes of the API',
  fully_withdrawing_validators Nullable(UInt32) comment 'fullyWithdrawingValidators of the API',
  partially_withdrawing_validators Nullable(UInt32) comment 'partiallyWithdrawingValidators of the API',
  total_withdrawing_validators Nullable(UInt64) comment 'totalWithdrawingValidators of the API',
  fully_withdrawing_balance_gwei Nullable(UInt64) comment 'fullyWithdrawingBalance of the API',
  partially_withdrawing_balance_gwei Nullable(UInt64) comment 'partiallyWithdrawingBalance of the API',
  total_withdrawing_balance_gwei Nullable(UInt64) comment 'totalWithdrawingBalance of the API',
  version UInt64 comment 'Sum of those of fct_eth_network_window and fct_eth_network_queue: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, time_window)
comment 'One row per network and time window: the API''s network overview, stored so that it is not recomputed for each request'
