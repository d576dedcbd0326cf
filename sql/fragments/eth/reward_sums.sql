-- Rewards in gwei of a group of days, in v1's order: sums. Null for rewards that need an execution node, without one.
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
sumAttestationRewards + sumSyncCommitteeRewards + sumConsensusBlockRewards as estimatedRewards,
sum(performance.attestation_reward_gwei) as sumAttestationRewards,
sum(performance.sync_reward_gwei) as sumSyncCommitteeRewards,
sum(
  performance.proposer_attestation_reward_gwei + performance.proposer_sync_reward_gwei
  + performance.proposer_slashing_reward_gwei
) as sumConsensusBlockRewards,
sum(performance.missed_attestation_reward_gwei) as sumMissedAttestationRewards,
-sum(performance.sync_penalty_gwei) as sumMissedSyncCommitteeRewards,
sum(performance.missed_proposal_reward_gwei) as sumMissedConsensusBlockRewards,
if(
  {isExecutionKnown:UInt8} and sum(performance.unknown_execution_count) = 0,
  toNullable(sum(performance.tips_wei)),
  null
) as sumPriorityFeesWei,
if(
  {isExecutionKnown:UInt8} and sum(performance.unknown_execution_count) = 0,
  toNullable(sum(performance.baseline_mev_wei)),
  null
) as sumBaselineMevWei,
if(
  {isRelayKnown:UInt8} and sum(performance.unknown_external_count) = 0,
  toNullable(sum(performance.external_rewards_wei)),
  null
) as sumExternallySourcedExecutionRewardsWei,
if(
  {isExecutionKnown:UInt8} and sum(performance.unknown_missed_count) = 0,
  toNullable(sum(performance.missed_execution_rewards_wei)),
  null
) as sumMissedExecutionRewardsWei,
vaKnownGwei(
  {isExecutionKnown:UInt8} and sum(performance.unknown_execution_count) = 0,
  toInt256(earnings) * 1000000000 + sum(performance.tips_wei) + sum(performance.baseline_mev_wei)
) as sumAllRewards
