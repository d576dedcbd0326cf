-- The numbers of one validator's day as the API's records have them. No row without a record.
select
  {network:String} as network,
  {voteAccount:String} as vote_account,
  {date:Date} as day,
  coalesce(record.from_slot, paid.from_slot) as from_slot,
  coalesce(record.to_slot, paid.to_slot) as to_slot,
  coalesce(record.from_epoch, paid.from_epoch) as from_epoch,
  coalesce(record.to_epoch, paid.to_epoch) as to_epoch,
  ifNull(record.alpenglow_slot_count, 0) as alpenglow_slot_count,
  ifNull(record.activated_stake_lamports, 0) > 0 as has_stake,
  record.effectiveness as effectiveness,
  record.proposer_effectiveness as proposerEffectiveness,
  record.voting_effectiveness as votingEffectiveness,
  record.leader_slot_count as leaderSlots,
  record.produced_count as producedBlocks,
  record.leader_slot_count - record.produced_count as skippedSlots,
  if(record.unknown_count > 0, null, record.empty_count) as emptyBlocks,
  if(record.unknown_count > 0, null, record.vote_only_count) as voteOnlyBlocks,
  record.confirmed_count as confirmedBlocks,
  record.vote_count as totalVotes,
  record.latency_sum as sumLatency,
  vaRatio(record.latency_sum, record.vote_count) as voteLatency,
  record.vote_score as totalVoteScore,
  multiIf(
    record.vote_count is null or record.activated_stake_lamports is null,
    null,
    record.activated_stake_lamports = 0,
    0,
    -- allow nullable-extreme: neither argument is null in this branch
    greatest(toInt64(record.confirmed_count) - record.vote_count, 0)
  ) as delinquencies,
  if(record.activated_stake_lamports > 0, vaRatio(record.vote_count, record.confirmed_count), null) as uptime,
  vaSol(paid.block_reward_lamports) as blockRewards,
  vaSol(paid.passed_fee_lamports) as sharedBlockRewards,
  vaSol(paid.voting_reward_lamports) as voteCommissionRewards,
  vaSol(paid.mev_commission_lamports) as mevCommissionRewards,
  vaSol(
    paid.block_reward_lamports + paid.voting_reward_lamports + toInt64(paid.mev_commission_lamports)
      - toInt64(paid.passed_fee_lamports)
  ) as totalRewards,
  vaSol(paid.staking_reward_lamports) as delegatorStakingRewards,
  vaSol(paid.mev_reward_lamports) as delegatorMevRewards,
  vaSol(paid.delegator_fee_lamports) as delegatorBlockRewards,
  vaSol(paid.missed_staking_reward_lamports) as missedStakingRewards,
  vaSol(paid.commission_residual_lamports) as commissionResidual,
  paid.paid_stake_account_count as paidStakeAccounts,
  vaSol(coalesce(paid.activated_stake_lamports, record.activated_stake_lamports)) as activatedStake,
  paid.commission_bps / 10000 as voteCommissionRate,
  paid.mev_commission_bps / 10000 as mevCommissionRate,
  toBool(coalesce(record.is_complete, paid.is_complete) = 1) as isDayComplete
from (
  select *
  from fct_solana_validator_performance_daily final
  where network = {network:String} and vote_account = {voteAccount:String} and day = {date:Date}
) as record
full join (
  select *
  from fct_solana_validator_reward_daily final
  where network = {network:String} and vote_account = {voteAccount:String} and day = {date:Date}
) as paid on paid.day = record.day
settings join_use_nulls = 1
