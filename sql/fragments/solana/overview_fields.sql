-- A record for each window of `sums`.
select
  sums.name as timeWindow,
  sums.from_day as fromDay,
  sums.to_day as toDay,
  sums.from_epoch as fromEpoch,
  sums.to_epoch as toEpoch,
  sums.voter_count as validatorCount,
  divideDecimal(toDecimal256(sums.stake_lamports, 0), toDecimal256(1000000000, 0), 9) as activatedStake,
  sums.leader_slot_count as leaderSlots,
  sums.produced_count as producedBlocks,
  sums.leader_slot_count - sums.produced_count as skippedSlots,
  if(sums.is_after and sums.unknown_count > 0, null, toNullable(sums.empty_count)) as emptySlots,
  if(sums.unknown_count > 0, null, toNullable(sums.vote_only_count)) as voteOnlyBlocks,
  vaRatio(sums.leader_slot_count - sums.produced_count, sums.leader_slot_count) as skipRate,
  sums.proposer_effectiveness as proposerEffectiveness,
  sums.voting_effectiveness as votingEffectiveness,
  sums.effectiveness as networkEffectiveness,
  sums.vote_success_rate as networkVoteSuccessRate,
  sums.voting_latency as networkVotingLatency,
  paid.delegator_apy as delegatorApy
from sums
left join paid on paid.name = sums.name
order by indexOf(['1d', '7d', '30d', 'all'], sums.name) * if({sortOrder:String} = 'desc', -1, 1) asc
