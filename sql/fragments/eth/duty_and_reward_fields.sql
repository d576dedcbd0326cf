-- Proposals, slashings, sync signatures and amounts in gwei of a group of days, all of them sums.
sum(performance.proposed_count) as proposedCount,
sum(performance.proposer_duty_count) as proposerDutiesCount,
sum(performance.proposed_empty_count) as executionProposedEmptyCount,
sum(performance.slashes_collected_count) as slashesCollected,
sum(performance.slashes_received_count) as slashesReceived,
sum(performance.sync_signature_count) as syncSignatureCount,
if(
  sum(performance.sync_signature_count + performance.sync_missed_count) = 0,
  null,
  sum(performance.sync_missed_count)
) as sumMissedSyncSignatures,
if(
  sum(performance.unknown_slashing_count) = 0,
  toNullable(sum(
    performance.attestation_reward_gwei + performance.attestation_penalty_gwei
    + performance.inactivity_penalty_gwei
    + performance.sync_reward_gwei + performance.sync_penalty_gwei
    + performance.proposer_attestation_reward_gwei + performance.proposer_sync_reward_gwei
    + performance.proposer_slashing_reward_gwei
    + performance.slashing_penalty_gwei
  )),
  null
) as earnings,
sumAttestationRewards + sum(performance.sync_reward_gwei) + sumConsensusBlockRewards as estimatedRewards,
sumLateSourcePenalties + sumWrongTargetPenalties + sumLateTargetPenalties + sumWrongHeadPenalties
  + sumMissedAttestationPenalties + sumSyncCommitteePenalties as estimatedPenalties,
vaKnownGwei(
  {isExecutionKnown:UInt8} and sum(performance.unknown_execution_count) = 0, sum(performance.tips_wei)
) as sumPriorityFees,
vaKnownGwei(
  {isExecutionKnown:UInt8} and sum(performance.unknown_execution_count) = 0, sum(performance.baseline_mev_wei)
) as sumBaselineMev,
vaKnownGwei(
  {isRelayKnown:UInt8} and sum(performance.unknown_external_count) = 0, sum(performance.external_rewards_wei)
) as sumExternallySourcedExecutionRewards,
sum(
  performance.proposer_attestation_reward_gwei + performance.proposer_sync_reward_gwei
  + performance.proposer_slashing_reward_gwei
) as sumConsensusBlockRewards,
sum(performance.attestation_reward_gwei) as sumAttestationRewards,
vaKnownGwei(
  {isExecutionKnown:UInt8} and sum(performance.unknown_missed_count) = 0, sum(performance.missed_execution_rewards_wei)
) as sumMissedExecutionRewards,
sum(performance.missed_proposal_reward_gwei) as sumMissedConsensusBlockRewards,
sum(performance.missed_attestation_reward_gwei) as sumMissedAttestationRewards,
-sumSyncCommitteePenalties as sumMissedSyncCommitteeRewards,
sum(performance.late_source_count) as sumLateSourceVotes,
sum(performance.late_source_penalty_gwei) as sumLateSourcePenalties,
sum(performance.wrong_target_count) as sumWrongTargetVotes,
sum(performance.wrong_target_penalty_gwei) as sumWrongTargetPenalties,
sum(performance.late_target_count) as sumLateTargetVotes,
sum(performance.late_target_penalty_gwei) as sumLateTargetPenalties,
sum(performance.wrong_head_count) as sumWrongHeadVotes,
sum(performance.wrong_head_penalty_gwei) as sumWrongHeadPenalties,
totalAttestationAssignments - totalUniqueAttestations as sumMissedAttestations,
sum(performance.missed_attestation_penalty_gwei) as sumMissedAttestationPenalties,
sum(performance.sync_penalty_gwei) as sumSyncCommitteePenalties,
vaKnownGwei(
  {isExecutionKnown:UInt8} and sum(performance.unknown_execution_count) = 0,
  toInt256(earnings) * 1000000000 + sum(performance.tips_wei) + sum(performance.baseline_mev_wei)
) as sumAllRewards
