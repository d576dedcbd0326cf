-- A record for each stake account in `requested`.
paid as (
  select
    stake_account,
    sumIf(staking_reward_lamports, day >= first_day) as staking_lamports,
    sumIf(ifNull(mev_reward_lamports, 0), day >= first_day) as mev_lamports,
    countIf(day >= first_day and mev_reward_lamports is not null) = 0 and countIf(day >= first_day) > 0
      as is_mev_unknown,
    sumIf(ifNull(fee_reward_lamports, 0), day >= first_day) as fee_lamports,
    countIf(day >= first_day and fee_reward_lamports is not null) = 0 and countIf(day >= first_day) > 0
      as is_fee_unknown,
    sumIf(staking_commission_lamports, day >= first_day) as staking_commission,
    countIf(day >= first_day and staking_commission_lamports is null) as unknown_commissions,
    -- allow unknown-as-zero: null like mev_reward_lamports, see is_mev_unknown
    sumIf(ifNull(mev_commission_lamports, 0), day >= first_day) as mev_commission,
    sumIf(missed_staking_reward_lamports, day >= first_day) as missed_lamports,
    countIf(day >= first_day and missed_staking_reward_lamports is null) as unknown_credits,
    -- In parts of 10^18 of the stake of each day. The engine divides in every row, regardless of the condition.
    sumIf(
      intDiv(toInt256(staking_reward_lamports) * 1000000000000000000, greatest(delegated_stake_lamports, 1)),
      delegated_stake_lamports > 0
    ) as staking_ratio,
    sumIf(
      intDiv(toInt256(mev_reward_lamports) * 1000000000000000000, greatest(delegated_stake_lamports, 1)),
      delegated_stake_lamports > 0
    ) as mev_ratio,
    sumIf(
      intDiv(toInt256(fee_reward_lamports) * 1000000000000000000, greatest(delegated_stake_lamports, 1)),
      delegated_stake_lamports > 0
    ) as fee_ratio
  from fct_solana_stake_reward_daily final
  where
    network = {network:String}
    and stake_account in (select stake_account from requested)
    and day between first_yield_day and last_day
  group by stake_account
)
select
  requested.stake_account as stakeAccount,
  requested.stake_authority as stakeAuthority,
  requested.withdraw_authority as withdrawAuthority,
  multiIf(
    requested.deactivation_epoch < requested.epoch,
    'inactive',
    requested.deactivation_epoch = requested.epoch,
    'deactivating',
    requested.activation_epoch = requested.epoch,
    'activating',
    'active'
  ) as status,
  {timeWindow:String} as timeWindow,
  requested.vote_account as validatorVoteAccount,
  voters.name as validatorName,
  ratings.rating as validatorEffectiveness,
  vaSol(requested.stake_lamports) as delegatedStake,
  vaRatio(requested.stake_lamports, network_stake_lamports) as networkPenetration,
  if(requested.is_active, toNullable(paid.staking_ratio * 365 / days.known_days / 1000000000000000000), null)
    as stakingRewardsApy,
  if(requested.is_active, vaYearly(ifNull(paid.mev_ratio, 0), days.known_tip_days), null)
    as mevRewardsApr,
  if(requested.is_active, vaYearly(ifNull(paid.fee_ratio, 0), days.known_fee_days), null)
    as blockRewardsApr,
  if(
    requested.is_active,
    vaYearly(paid.staking_ratio, days.known_days)
      + vaYearly(ifNull(paid.mev_ratio, 0), days.known_tip_days)
      + vaYearly(ifNull(paid.fee_ratio, 0), days.known_fee_days),
    null
  ) as delegatorApy,
  voters.vote_bps / 10000 as voteCommissionRate,
  tips.tip_bps / 10000 as mevCommissionRate,
  vaSol(paid.staking_lamports) as sumStakingRewards,
  vaSol(if(paid.is_mev_unknown, null, toNullable(paid.mev_lamports))) as sumMevRewards,
  vaSol(if(paid.is_fee_unknown, null, toNullable(paid.fee_lamports))) as sumBlockRewards,
  vaSol(paid.staking_lamports + toInt64(paid.mev_lamports) + toInt64(paid.fee_lamports)) as sumRewards,
  vaSol(if(paid.unknown_credits = 0, toNullable(ifNull(paid.missed_lamports, 0)), null)) as sumMissedStakingRewards,
  vaSol(if(paid.unknown_commissions = 0, toNullable(ifNull(paid.staking_commission, 0)), null))
    as sumStakingCommissionPaid,
  vaSol(if(paid.is_mev_unknown, null, toNullable(paid.mev_commission))) as sumMevCommissionPaid,
  vaSol(if(paid.unknown_commissions = 0, toNullable(ifNull(paid.staking_commission, 0) + paid.mev_commission), null))
    as sumCommissionPaid
from requested
left join paid on paid.stake_account = requested.stake_account
left join voters on voters.vote_account = requested.vote_account
left join tips on tips.vote_account = requested.vote_account
left join ratings on ratings.vote_account = requested.vote_account
cross join days
