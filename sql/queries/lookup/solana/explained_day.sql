-- The numbers of one validator's day as the API's records have them. No row without a record.
select
  {network:String} as network,
  {voteAccount:String} as vote_account,
  {date:Date} as day,
  coalesce(performance.from_slot, record.from_slot) as from_slot,
  coalesce(performance.to_slot, record.to_slot) as to_slot,
  coalesce(performance.from_epoch, record.from_epoch) as from_epoch,
  coalesce(performance.to_epoch, record.to_epoch) as to_epoch,
  ifNull(performance.alpenglow_slot_count, 0) as alpenglow_slot_count,
  ifNull(performance.activated_stake_lamports, 0) > 0 as has_stake,
  performance.effectiveness as effectiveness,
  performance.proposer_effectiveness as proposerEffectiveness,
  performance.voting_effectiveness as votingEffectiveness,
  performance.leader_slot_count as leaderSlots,
  performance.produced_count as producedBlocks,
  performance.leader_slot_count - performance.produced_count as skippedSlots,
  if(performance.unknown_count > 0, null, performance.empty_count) as emptyBlocks,
  if(performance.unknown_count > 0, null, performance.vote_only_count) as voteOnlyBlocks,
  performance.confirmed_count as confirmedBlocks,
  performance.vote_count as totalVotes,
  performance.latency_sum as sumLatency,
  vaRatio(performance.latency_sum, performance.vote_count) as voteLatency,
  performance.vote_score as totalVoteScore,
  multiIf(
    performance.vote_count is null or performance.activated_stake_lamports is null,
    null,
    performance.activated_stake_lamports = 0,
    0,
    -- allow nullable-extreme: neither argument is null in this branch
    greatest(toInt64(performance.confirmed_count) - performance.vote_count, 0)
  ) as delinquencies,
  if(
    performance.activated_stake_lamports > 0,
    vaRatio(performance.vote_count, performance.confirmed_count),
    null
  ) as uptime,
  /* include fragments/solana/validator_reward_amounts.sql */,
  vaSol(coalesce(record.activated_stake_lamports, performance.activated_stake_lamports)) as activatedStake,
  record.commission_bps / 10000 as voteCommissionRate,
  record.mev_commission_bps / 10000 as mevCommissionRate,
  toBool(coalesce(performance.is_complete, record.is_complete) = 1) as isDayComplete
from (
  select *
  from fct_solana_validator_performance_daily final
  where network = {network:String} and vote_account = {voteAccount:String} and day = {date:Date}
) as performance
full join (
  select *
  from fct_solana_validator_reward_daily final
  where network = {network:String} and vote_account = {voteAccount:String} and day = {date:Date}
) as record on record.day = performance.day
settings join_use_nulls = 1
