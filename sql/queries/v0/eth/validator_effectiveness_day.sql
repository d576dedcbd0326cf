-- validator_effectiveness.sql for days: a day is a single row, so nothing is grouped.
select
  performance.validator_index as validatorIndex,
  transform(performance.validator_index, {indices:Array(UInt32)}, {pubkeys:Array(String)}, '') as validatorPubkey,
  toNullable(performance.day) as day,
  cast(null as Nullable(UInt8)) as hour,
  cast(null as Nullable(UInt32)) as startDay,
  cast(null as Nullable(UInt32)) as endDay,
  performance.end_epoch as startEpoch,
  performance.start_epoch as endEpoch,
  performance.attestation_count as totalAttestations,
  performance.attested_count as totalUniqueAttestations,
  performance.attestation_duty_count as totalAttestationAssignments,
  performance.correct_head_count as sumCorrectHead,
  performance.correct_target_count as sumCorrectTarget,
  performance.correct_source_count as sumCorrectSource,
  performance.inclusion_delay_sum as sumInclusionDelay,
  vaRatio(sumInclusionDelay, totalUniqueAttestations) as avgInclusionDelay,
  vaRatio(performance.correct_vote_count, performance.counted_vote_count) as avgCorrectness,
  vaRatio(totalUniqueAttestations, totalAttestationAssignments) as uptime,
  performance.attester_effectiveness as attesterEffectiveness,
  performance.validator_effectiveness as validatorEffectiveness,
  performance.proposer_effectiveness as proposerEffectiveness,
  performance.proposed_count as proposedCount,
  performance.proposer_duty_count as proposerDutiesCount,
  performance.proposed_empty_count as executionProposedEmptyCount,
  performance.slashes_collected_count as slashesCollected,
  performance.slashes_received_count as slashesReceived,
  performance.sync_signature_count as syncSignatureCount,
  if(performance.sync_signature_count + performance.sync_missed_count = 0, null, performance.sync_missed_count)
    as sumMissedSyncSignatures,
  if(
    performance.unknown_slashing_count = 0,
    performance.attestation_reward_gwei + performance.attestation_penalty_gwei + performance.inactivity_penalty_gwei
      + performance.sync_reward_gwei + performance.sync_penalty_gwei + sumConsensusBlockRewards
      + performance.slashing_penalty_gwei,
    null
  ) as earnings,
  performance.attestation_reward_gwei + performance.sync_reward_gwei + sumConsensusBlockRewards as estimatedRewards,
  performance.attestation_penalty_gwei + performance.sync_penalty_gwei as estimatedPenalties,
  vaKnownGwei({isExecutionKnown:UInt8} and performance.unknown_execution_count = 0, performance.tips_wei)
    as sumPriorityFees,
  vaKnownGwei({isExecutionKnown:UInt8} and performance.unknown_execution_count = 0, performance.baseline_mev_wei)
    as sumBaselineMev,
  vaKnownGwei({isRelayKnown:UInt8} and performance.unknown_external_count = 0, performance.external_rewards_wei)
    as sumExternallySourcedExecutionRewards,
  performance.proposer_attestation_reward_gwei + performance.proposer_sync_reward_gwei
    + performance.proposer_slashing_reward_gwei as sumConsensusBlockRewards,
  performance.attestation_reward_gwei as sumAttestationRewards,
  vaKnownGwei(
    {isExecutionKnown:UInt8} and performance.unknown_missed_count = 0, performance.missed_execution_rewards_wei
  ) as sumMissedExecutionRewards,
  performance.missed_proposal_reward_gwei as sumMissedConsensusBlockRewards,
  performance.missed_attestation_reward_gwei as sumMissedAttestationRewards,
  -performance.sync_penalty_gwei as sumMissedSyncCommitteeRewards,
  performance.late_source_count as sumLateSourceVotes,
  performance.late_source_penalty_gwei as sumLateSourcePenalties,
  performance.wrong_target_count as sumWrongTargetVotes,
  performance.wrong_target_penalty_gwei as sumWrongTargetPenalties,
  performance.late_target_count as sumLateTargetVotes,
  performance.late_target_penalty_gwei as sumLateTargetPenalties,
  performance.wrong_head_count as sumWrongHeadVotes,
  performance.wrong_head_penalty_gwei as sumWrongHeadPenalties,
  totalAttestationAssignments - totalUniqueAttestations as sumMissedAttestations,
  performance.missed_attestation_penalty_gwei as sumMissedAttestationPenalties,
  performance.sync_penalty_gwei as sumSyncCommitteePenalties,
  vaKnownGwei(
    {isExecutionKnown:UInt8} and performance.unknown_execution_count = 0,
    toInt256(earnings) * 1000000000 + performance.tips_wei + performance.baseline_mev_wei
  ) as sumAllRewards,
  toBool(
    performance.is_complete = 1
    and empty(
      vaEthOpenFacts(
        {isExecutionKnown:UInt8},
        {isRelayKnown:UInt8},
        performance.unknown_execution_count,
        performance.unknown_external_count,
        performance.unknown_missed_count,
        performance.unknown_slashing_count
      )
    )
  ) as isComplete
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = 'chain'
  and /* include fragments/eth/requested_days.sql */
order by performance.day desc, validatorIndex asc
limit {size:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
