-- Rewards of one stake account by day, in order of time.
select
  record.stake_account as stakeAccount,
  record.stake_authority as stakeAuthority,
  record.vote_account as validatorVoteAccount,
  toNullable(record.day) as day,
  formatDateTime(whole.from_at, '%Y-%m-%dT%H:%i:%SZ') as fromTimestamp,
  formatDateTime(whole.to_at, '%Y-%m-%dT%H:%i:%SZ') as toTimestamp,
  whole.from_slot as fromSlot,
  whole.to_slot as toSlot,
  whole.from_epoch as fromEpoch,
  whole.to_epoch as toEpoch,
  vaSol(record.delegated_stake_lamports) as delegatedStake,
  vaSol(record.staking_reward_lamports) as stakingRewards,
  vaSol(record.staking_commission_lamports) as stakingCommissionPaid,
  vaSol(record.mev_reward_lamports) as mevRewards,
  vaSol(record.fee_reward_lamports) as blockRewards,
  vaSol(record.mev_commission_lamports) as mevCommissionPaid,
  vaSol(record.missed_staking_reward_lamports) as missedStakingRewards,
  record.commission_bps / 10000 as voteCommissionRate,
  record.mev_commission_bps / 10000 as mevCommissionRate,
  arrayFilter(
    fact -> fact != '',
    [
      if(record.mev_reward_lamports is null, 'tips', ''),
      if(record.fee_reward_lamports is null, 'passedFees', '')
    ]
  ) as waitsFor,
  toBool(whole.is_complete = 1) as isComplete
from fct_solana_stake_reward_daily as record final
/* include fragments/solana/reward_days.sql */
where
  record.network = {network:String}
  and record.stake_account = {stakeAccount:String}
  and vaWithin(record.day, {dayMin:Nullable(Date)}, {dayMax:Nullable(Date)})
order by toUInt16(record.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {size:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
