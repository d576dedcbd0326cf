-- Rewards in gwei of a group of days, in v1's order: sums. What needs an execution node is null without one.
sum(
  performance.attestation_reward_gwei + performance.attestation_penalty_gwei
  + performance.inactivity_penalty_gwei
  + performance.sync_reward_gwei + performance.sync_penalty_gwei
  + performance.proposer_attestation_reward_gwei + performance.proposer_sync_reward_gwei
  + performance.proposer_slashing_reward_gwei
  + performance.slashing_penalty_gwei
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
cast(null as Nullable(Int256)) as sumPriorityFeesWei,
cast(null as Nullable(Int256)) as sumBaselineMevWei,
cast(null as Nullable(Int256)) as sumExternallySourcedExecutionRewardsWei,
cast(null as Nullable(Int256)) as sumMissedExecutionRewardsWei,
cast(null as Nullable(Int64)) as sumAllRewards
