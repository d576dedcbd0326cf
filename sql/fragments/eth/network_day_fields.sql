-- A day of the network: its range, its stake at the end of the day, and its rewards.
network_days.start_epoch as startEpoch,
network_days.end_epoch as endEpoch,
startEpoch * {slotsPerEpoch:UInt32} as startSlot,
(endEpoch + 1) * {slotsPerEpoch:UInt32} - 1 as endSlot,
vaSlotTime({genesisTime:UInt64}, {secondsPerSlot:UInt32}, startSlot) as startTimestamp,
vaSlotTime({genesisTime:UInt64}, {secondsPerSlot:UInt32}, endSlot + 1) as endTimestamp,
network_days.validator_count as validatorCount,
network_days.active_balance_gwei as totalEffectiveBalance,
if(
  unknown_slashing_count = 0,
  attestation_reward_gwei + late_source_penalty_gwei + late_target_penalty_gwei + wrong_target_penalty_gwei
    + wrong_head_penalty_gwei + missed_attestation_penalty_gwei + inactivity_penalty_gwei
    + sync_reward_gwei + sync_penalty_gwei
    + proposer_attestation_reward_gwei + proposer_sync_reward_gwei + proposer_slashing_reward_gwei
    + slashing_penalty_gwei,
  null
) as sumConsensusRewards,
vaKnownGwei({isExecutionKnown:UInt8} and unknown_execution_count = 0, tips_wei + baseline_mev_wei)
  as sumExecutionRewards,
vaKnownGwei({isExecutionKnown:UInt8} and unknown_execution_count = 0, tips_wei) as sumPriorityFees,
vaKnownGwei({isExecutionKnown:UInt8} and unknown_execution_count = 0, baseline_mev_wei) as sumBaselineMev,
toBool(
  network_days.is_complete = 1
  and empty(vaEthOpenFacts({isExecutionKnown:UInt8}, 0, unknown_execution_count, 0, 0, unknown_slashing_count))
) as isComplete
