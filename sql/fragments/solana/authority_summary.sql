-- A record for each stake authority in `requested`, whose stake is in `stakes`.
paid_days as (
  select
    stake_authority,
    day,
    sum(delegated_stake_lamports) as day_stake,
    sum(staking_reward_lamports) as staking,
    sum(ifNull(mev_reward_lamports, 0)) as mev,
    count(mev_reward_lamports) as known_mev,
    sum(ifNull(fee_reward_lamports, 0)) as fee,
    count(fee_reward_lamports) as known_fee,
    sum(ifNull(staking_commission_lamports, 0)) as commission,
    countIf(staking_commission_lamports is null) as unknown_commission,
    -- allow unknown-as-zero: null like mev_reward_lamports, see known_mev
    sum(ifNull(mev_commission_lamports, 0)) as kept,
    sum(ifNull(missed_staking_reward_lamports, 0)) as missed,
    countIf(missed_staking_reward_lamports is null) as unknown_missed
  from fct_solana_authority_reward_daily final
  where
    network = {network:String}
    and stake_authority in (select stake_authority from requested)
    and day between first_yield_day and last_day
  group by stake_authority, day
),
paid as (
  select
    stake_authority,
    sumIf(staking, day >= first_day) as staking_lamports,
    sumIf(mev, day >= first_day) as mev_lamports,
    sumIf(known_mev, day >= first_day) = 0 and countIf(day >= first_day) > 0 as is_mev_unknown,
    sumIf(fee, day >= first_day) as fee_lamports,
    sumIf(known_fee, day >= first_day) = 0 and countIf(day >= first_day) > 0 as is_fee_unknown,
    sumIf(commission, day >= first_day) as staking_commission,
    sumIf(unknown_commission, day >= first_day) as unknown_commissions,
    sumIf(kept, day >= first_day) as mev_commission,
    sumIf(missed, day >= first_day) as missed_lamports,
    sumIf(unknown_missed, day >= first_day) as unknown_credits,
    -- In parts of 10^18 of the stake of each day. The engine divides in every row, regardless of the condition.
    sumIf(intDiv(toInt256(staking) * 1000000000000000000, greatest(day_stake, 1)), day_stake > 0) as staking_ratio,
    sumIf(intDiv(toInt256(mev) * 1000000000000000000, greatest(day_stake, 1)), day_stake > 0) as mev_ratio,
    sumIf(intDiv(toInt256(fee) * 1000000000000000000, greatest(day_stake, 1)), day_stake > 0) as fee_ratio
  from paid_days
  group by stake_authority
),
delegated as (
  select
    stakes.stake_authority as stake_authority,
    sum(stakes.stake_lamports) as stake_lamports,
    max(stakes.is_active) as is_active,
    countIf(stakes.stake_lamports > 0) as delegates,
    arrayReverseSort(
      groupArray((stakes.stake_lamports, toString(stakes.vote_account), voters.name))
    ) as delegations,
    vaRatio(
      sum(toUInt256(stakes.stake_lamports) * voters.vote_bps),
      10000 * sumIf(toUInt256(stakes.stake_lamports), voters.vote_bps is not null)
    ) as vote_rate,
    vaRatio(
      sum(toUInt256(stakes.stake_lamports) * tips.tip_bps),
      10000 * sumIf(toUInt256(stakes.stake_lamports), tips.tip_bps is not null)
    ) as mev_rate,
    -- By stake, in parts of 10^12, so that the result does not depend on the order of rows.
    vaRatio(
      sum(toUInt256(round(ifNull(ratings.rating, 0) * 1000000000000)) * stakes.stake_lamports),
      1000000000000 * sumIf(toUInt256(stakes.stake_lamports), ratings.rating is not null)
    ) as rating
  from stakes
  left join voters on voters.vote_account = stakes.vote_account
  left join tips on tips.vote_account = stakes.vote_account
  left join ratings on ratings.vote_account = stakes.vote_account
  group by stakes.stake_authority
),
pools as (
  select withdraw_authority, argMin(ifNull(name, pool), pool) as pool_name
  from raw_solana_pool final
  where network = {network:String}
  group by withdraw_authority
)
select
  requested.stake_authority as stakeAuthority,
  {timeWindow:String} as timeWindow,
  nullIf(pools.pool_name, '') as poolName,
  delegated.delegates as validatorDelegates,
  cast(
    arrayMap(
      stake -> (stake.2, stake.3, vaRatio(toUInt64(stake.1) * 100, delegated.stake_lamports)),
      delegated.delegations
    ),
    'Array(Tuple(validatorVoteAccount String, validatorName Nullable(String), percentage Nullable(Float64)))'
  ) as delegations,
  vaSol(delegated.stake_lamports) as delegatedStake,
  vaRatio(delegated.stake_lamports, network_stake_lamports) as networkPenetration,
  delegated.rating as aggregateValidatorEffectiveness,
  if(
    delegated.is_active,
    toNullable(paid.staking_ratio * 365 / (select known_days from days) / 1000000000000000000),
    null
  ) as stakingRewardsApy,
  if(
    delegated.is_active,
    vaYearly(paid.mev_ratio, (select known_tip_days from days)),
    null
  ) as mevRewardsApr,
  if(
    delegated.is_active,
    vaYearly(paid.fee_ratio, (select known_fee_days from days)),
    null
  ) as blockRewardsApr,
  if(
    delegated.is_active,
    vaYearly(paid.staking_ratio, (select known_days from days))
      + vaYearly(paid.mev_ratio, (select known_tip_days from days))
      + vaYearly(paid.fee_ratio, (select known_fee_days from days)),
    null
  ) as delegatorApy,
  delegated.vote_rate as blendedVoteCommissionRate,
  delegated.mev_rate as blendedMevCommissionRate,
  vaSol(paid.staking_lamports) as sumStakingRewards,
  vaSol(if(paid.is_mev_unknown, null, toNullable(paid.mev_lamports))) as sumMevRewards,
  vaSol(if(paid.is_fee_unknown, null, toNullable(paid.fee_lamports))) as sumBlockRewards,
  vaSol(paid.staking_lamports + toInt64(paid.mev_lamports) + toInt64(paid.fee_lamports)) as sumRewards,
  vaSol(if(paid.unknown_credits = 0, toNullable(paid.missed_lamports), null)) as sumMissedStakingRewards,
  vaSol(if(paid.unknown_commissions = 0, toNullable(paid.staking_commission), null)) as sumStakingCommissionPaid,
  vaSol(if(paid.is_mev_unknown, null, toNullable(paid.mev_commission))) as sumMevCommissionPaid,
  vaSol(if(paid.unknown_commissions = 0, toNullable(paid.staking_commission + paid.mev_commission), null))
    as sumCommissionPaid
from requested
left join delegated on delegated.stake_authority = requested.stake_authority
left join paid on paid.stake_authority = requested.stake_authority
left join pools on pools.withdraw_authority = requested.stake_authority
