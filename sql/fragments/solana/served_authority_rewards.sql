-- Rewards of an authority's stake accounts on a day: sums of its records.
{stakeAuthority:String} as stakeAuthority,
toNullable(record.day) as day,
formatDateTime(any(whole.from_at), '%Y-%m-%dT%H:%i:%SZ') as fromTimestamp,
formatDateTime(any(whole.to_at), '%Y-%m-%dT%H:%i:%SZ') as toTimestamp,
any(whole.from_slot) as fromSlot,
any(whole.to_slot) as toSlot,
any(whole.from_epoch) as fromEpoch,
any(whole.to_epoch) as toEpoch,
vaSol(sum(record.delegated_stake_lamports)) as delegatedStake,
countIf(record.delegated_stake_lamports > 0) as validatorDelegates,
vaSol(sum(record.staking_reward_lamports)) as stakingRewards,
vaSol(if(countIf(record.staking_commission_lamports is null) = 0, sum(record.staking_commission_lamports), null))
  as stakingCommissionPaid,
vaSol(if(countIf(record.mev_reward_lamports is null) = 0, sum(record.mev_reward_lamports), null)) as mevRewards,
vaSol(if(countIf(record.fee_reward_lamports is null) = 0, sum(record.fee_reward_lamports), null)) as blockRewards,
vaSol(if(countIf(record.mev_commission_lamports is null) = 0, sum(record.mev_commission_lamports), null))
  as mevCommissionPaid,
vaSol(if(countIf(record.missed_staking_reward_lamports is null) = 0, sum(record.missed_staking_reward_lamports), null))
  as missedStakingRewards,
-- By stake, if rates are known.
vaRatio(
  sum(toUInt256(record.delegated_stake_lamports) * record.commission_bps),
  10000 * sumIf(toUInt256(record.delegated_stake_lamports), record.commission_bps is not null)
) as blendedVoteCommissionRate,
vaRatio(
  sum(toUInt256(record.delegated_stake_lamports) * record.mev_commission_bps),
  10000 * sumIf(toUInt256(record.delegated_stake_lamports), record.mev_commission_bps is not null)
) as blendedMevCommissionRate,
