-- One row per period over all asked validators, the latest period first. Counts and amounts are sums, ratios are
-- ratios of sums, and the three ratings are means over the validators of their means over the days. start is the
-- higher end of a period and end the lower one. isComplete is for the cache header only.
-- Ratings are sorted before they are added: a sum of floats depends on its order, and rows come in any.
with
  multiIf(
    {granularity:String} = 'day', performance.date,
    {granularity:String} = 'week', toMonday(performance.date),
    {granularity:String} = 'month', toStartOfMonth(performance.date),
    {granularity:String} = 'quarter', toStartOfQuarter(performance.date),
    {granularity:String} = 'year', toStartOfYear(performance.date),
    toDate(0)
  ) as period
select
  if({granularity:String} = 'day', max(performance.day), null) as day,
  cast(null as Nullable(UInt8)) as hour,
  if({granularity:String} = 'day', null, max(performance.day)) as startDay,
  if({granularity:String} = 'day', null, min(performance.day)) as endDay,
  max(performance.end_epoch) as startEpoch,
  min(performance.start_epoch) as endEpoch,
  sum(performance.attestation_count) as totalAttestations,
  sum(performance.attested_count) as totalUniqueAttestations,
  sum(performance.attestation_duty_count) as totalAttestationAssignments,
  sum(performance.correct_head_count) as sumCorrectHead,
  sum(performance.correct_target_count) as sumCorrectTarget,
  sum(performance.correct_source_count) as sumCorrectSource,
  sum(performance.inclusion_delay_sum) as sumInclusionDelay,
  sumInclusionDelay / nullIf(totalUniqueAttestations, 0) as avgInclusionDelay,
  (sumCorrectHead + sumCorrectTarget + sumCorrectSource) / nullIf(3 * totalUniqueAttestations, 0) as avgCorrectness,
  totalUniqueAttestations / nullIf(totalAttestationAssignments, 0) as uptime,
  arrayReduce('avgOrNull', arraySort(arrayMap(
    daily -> arrayAvg(arraySort(daily)),
    mapValues(groupArrayMapIf(
      map(performance.validator_index, assumeNotNull(performance.attester_effectiveness)),
      performance.attester_effectiveness is not null
    ))
  ))) as attesterEffectiveness,
  arrayReduce('avgOrNull', arraySort(arrayMap(
    daily -> arrayAvg(arraySort(daily)),
    mapValues(groupArrayMapIf(
      map(performance.validator_index, assumeNotNull(performance.validator_effectiveness)),
      performance.validator_effectiveness is not null
    ))
  ))) as validatorEffectiveness,
  arrayReduce('avgOrNull', arraySort(arrayMap(
    daily -> arrayAvg(arraySort(daily)),
    mapValues(groupArrayMapIf(
      map(performance.validator_index, assumeNotNull(performance.proposer_effectiveness)),
      performance.proposer_effectiveness is not null
    ))
  ))) as proposerEffectiveness,
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
  sum(
    performance.attestation_reward_gwei + performance.attestation_penalty_gwei
    + performance.inactivity_penalty_gwei
    + performance.sync_reward_gwei + performance.sync_penalty_gwei
    + performance.proposer_attestation_reward_gwei + performance.proposer_sync_reward_gwei
    + performance.proposer_slashing_reward_gwei
    + performance.slashing_penalty_gwei
  ) as earnings,
  sumAttestationRewards + sum(performance.sync_reward_gwei) + sumConsensusBlockRewards as estimatedRewards,
  sumLateSourcePenalties + sumWrongTargetPenalties + sumLateTargetPenalties + sumWrongHeadPenalties
    + sumMissedAttestationPenalties + sumSyncCommitteePenalties as estimatedPenalties,
  cast(null as Nullable(Int64)) as sumPriorityFees,
  cast(null as Nullable(Int64)) as sumBaselineMev,
  cast(null as Nullable(Int64)) as sumExternallySourcedExecutionRewards,
  sum(
    performance.proposer_attestation_reward_gwei + performance.proposer_sync_reward_gwei
    + performance.proposer_slashing_reward_gwei
  ) as sumConsensusBlockRewards,
  sum(performance.attestation_reward_gwei) as sumAttestationRewards,
  cast(null as Nullable(Int64)) as sumMissedExecutionRewards,
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
  cast(null as Nullable(Int64)) as sumAllRewards,
  toBool({granularity:String} = 'day' and min(performance.is_complete) = 1) as isComplete
from fct_eth_validator_performance_daily as performance final
where
  performance.network = {network:String}
  and performance.day_type = 'chain'
  and performance.validator_index in {indices:Array(UInt32)}
  and ({dayMin:Nullable(UInt32)} is null or performance.day >= {dayMin:Nullable(UInt32)})
  and ({dayMax:Nullable(UInt32)} is null or performance.day <= {dayMax:Nullable(UInt32)})
  and ({dateMin:Nullable(Date)} is null or performance.date >= {dateMin:Nullable(Date)})
  and ({dateMax:Nullable(Date)} is null or performance.date <= {dateMax:Nullable(Date)})
group by period
order by period desc
limit {size:UInt64} offset {offset:UInt64}
