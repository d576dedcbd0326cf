-- An entity's periods, latest first: sums, and means over its validators and days.
select
  {id:String} as id,
  {idType:String} as idType,
  /* include fragments/eth/effectiveness_period_fields.sql */,
  argMax(performance.validator_count, performance.day) as validatorCount,
  vaRatio(
    argMax(performance.active_balance_gwei, performance.day), argMax(whole.active_balance_gwei, performance.day)
  ) as networkPenetration,
  toFloat64(sum(performance.inclusion_delay_mean_sum)) / nullIf(sum(performance.correctness_mean_count), 0)
    as avgInclusionDelay,
  toFloat64(sum(performance.uptime_mean_sum)) / nullIf(sum(performance.uptime_mean_count), 0) as avgUptime,
  toFloat64(sum(performance.correctness_mean_sum)) / nullIf(sum(performance.correctness_mean_count), 0)
    as avgCorrectness,
  toFloat64(sum(performance.attester_effectiveness_mean_sum))
    / nullIf(sum(performance.attester_effectiveness_mean_count), 0) as avgAttesterEffectiveness,
  toFloat64(sum(performance.proposer_effectiveness_mean_sum))
    / nullIf(sum(performance.proposer_effectiveness_mean_count), 0) as avgProposerEffectiveness,
  toFloat64(sum(performance.validator_effectiveness_mean_sum))
    / nullIf(sum(performance.validator_effectiveness_mean_count), 0) as avgValidatorEffectiveness,
  sum(performance.attested_count) as totalUniqueAttestations,
  sum(performance.correct_head_count) as sumCorrectHead,
  sum(performance.correct_target_count) as sumCorrectTarget,
  sum(performance.correct_source_count) as sumCorrectSource,
  sum(performance.inclusion_delay_sum) as sumInclusionDelay,
  sum(performance.proposed_count) as sumProposedCount,
  sum(performance.proposer_duty_count) as sumProposerDutiesCount,
  sum(performance.proposed_empty_count) as sumExecutionProposedEmptyCount,
  sum(performance.slashes_collected_count) as slashesCollected,
  sum(performance.slashes_received_count) as slashesReceived,
  if(
    sum(performance.unknown_slashing_count) = 0,
    toNullable(sum(/* include fragments/eth/earnings_of_day.sql */)),
    null
  ) as sumEarnings,
  sumAttestationRewards + sum(performance.sync_reward_gwei) + sumConsensusBlockRewards as sumEstimatedRewards,
  sumLateSourcePenalties + sumWrongTargetPenalties + sumLateTargetPenalties + sumWrongHeadPenalties
    + sumMissedAttestationPenalties + sumSyncCommitteePenalties as sumEstimatedPenalties,
  vaKnownGwei(
    {isExecutionKnown:UInt8} and sum(performance.unknown_execution_count) = 0, sum(performance.tips_wei)
  ) as sumPriorityFees,
  vaKnownGwei(
    {isExecutionKnown:UInt8} and sum(performance.unknown_execution_count) = 0, sum(performance.baseline_mev_wei)
  ) as sumBaselineMev,
  vaKnownGwei(
    {isExecutionKnown:UInt8} and sum(performance.unknown_missed_count) = 0,
    sum(performance.missed_execution_rewards_wei)
  ) as sumMissedExecutionRewards,
  sum(
    performance.proposer_attestation_reward_gwei + performance.proposer_sync_reward_gwei
    + performance.proposer_slashing_reward_gwei
  ) as sumConsensusBlockRewards,
  sum(performance.missed_proposal_reward_gwei) as sumMissedConsensusBlockRewards,
  vaKnownGwei(
    {isExecutionKnown:UInt8} and sum(performance.unknown_execution_count) = 0,
    toInt256(sumEarnings) * 1000000000 + sum(performance.tips_wei) + sum(performance.baseline_mev_wei)
  ) as sumAllRewards,
  sum(performance.sync_missed_count) as sumMissedSyncSignatures,
  sum(performance.sync_penalty_gwei) as sumSyncCommitteePenalties,
  sum(performance.late_source_count) as sumLateSourceVotes,
  sum(performance.late_source_penalty_gwei) as sumLateSourcePenalties,
  sum(performance.attested_count) - sum(performance.correct_target_count) as sumWrongTargetVotes,
  sum(performance.wrong_target_penalty_gwei) as sumWrongTargetPenalties,
  sum(performance.late_target_count) as sumLateTargetVotes,
  sum(performance.late_target_penalty_gwei) as sumLateTargetPenalties,
  sum(performance.attested_count) - sum(performance.correct_head_count) as sumWrongHeadVotes,
  sum(performance.wrong_head_penalty_gwei) as sumWrongHeadPenalties,
  sum(performance.attestation_duty_count) - sum(performance.attested_count) as sumMissedAttestations,
  sum(performance.missed_attestation_penalty_gwei) as sumMissedAttestationPenalties,
  sum(performance.attestation_reward_gwei) as sumAttestationRewards,
  sum(performance.missed_attestation_reward_gwei) as sumMissedAttestationRewards,
  -sumSyncCommitteePenalties as sumMissedSyncCommitteeRewards,
  vaKnownGwei(
    {isRelayKnown:UInt8} and sum(performance.unknown_external_count) = 0, sum(performance.external_rewards_wei)
  ) as sumExternallySourcedExecutionRewards,
  toBool(
    {granularity:String} = 'day'
    and min(performance.is_complete) = 1
    and empty(/* include fragments/eth/open_facts.sql */)
  ) as isComplete
from (
  select
    *, correct_source_count
  from fct_eth_entity_performance_daily final
  where
    network = {network:String}
    and day_type = 'chain'
    and id_type = {idType:String}
    and entity = {id:String}
    and row_count > 0
    and vaWithin(day, null, {dayMax:Nullable(UInt32)})
    and vaWithin(date, null, {dateMax:Nullable(Date)})
) as performance
inner join (
  select day, active_balance_gwei
  from fct_eth_entity_performance_daily final
  where
    network = {network:String}
    and day_type = 'chain'
    and id_type = 'network'
    and entity = ''
    and vaWithin(day, null, {dayMax:Nullable(UInt32)})
) as whole on whole.day = performance.day
group by vaPeriodStart({granularity:String}, performance.date) as period
order by period desc
limit {size:UInt64}
/* include fragments/keyed_read.sql */
