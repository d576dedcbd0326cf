/* ---
grain: network, day
reads: [fct_solana_validator_reward_daily, int_solana_interval_part, int_solana_leader_part, int_solana_stake_reward_epoch, raw_solana_reward]
window: reward_day
--- */
-- Total rewards, and the unattributed part.
insert into fct_solana_network_reward_daily
with
  parts as (
    select * from int_solana_interval_part final where network = {network:String} and day = {day:Date}
  ),
  fees as (
    select sum(fee_lamports) as lamports
    from int_solana_leader_part final
    where
      network = {network:String}
      and day = {day:Date}
      and (interval_slot, day, version) in (select interval_slot, day, version from parts)
  ),
  /* include fragments/solana/stake_rewards.sql */,
  inflation as (
    select
      sumIf(lamports, reward_type = 'Voting') as voting_lamports,
      countIf(reward_type = 'Voting') as voting_count,
      sumIf(lamports, vaSolanaIsStakeReward(reward_type)) as staking_lamports,
      countIf(vaSolanaIsStakeReward(reward_type)) as staking_count,
      countIf(reward_type not in ('Fee', 'Voting') and not vaSolanaIsStakeReward(reward_type)) as other_count,
      sumIf(lamports, reward_type not in ('Fee', 'Voting') and not vaSolanaIsStakeReward(reward_type)) as other_lamports
    from raw_solana_reward final
    where
      network = {network:String}
      and slot between {from_slot:UInt32} and {to_slot:UInt32}
  ),
  known_voting as (
    select count() as payouts
    from raw_solana_reward final
    where
      network = {network:String}
      and slot between {from_slot:UInt32} and {to_slot:UInt32}
      and reward_type = 'Voting'
      and account in (
        select vote_account from fct_solana_validator_reward_daily final
        where network = {network:String} and day = {day:Date}
      )
  ),
  validators as (
    select
      sum(block_reward_lamports) as block_lamports,
      -- allow unknown-as-zero: amounts not attributed to validators are unattributed, below
      sum(voting_reward_lamports) as voting_lamports,
      -- allow unknown-as-zero: amounts not attributed to validators are unattributed, below
      sum(staking_reward_lamports) as staking_lamports,
      -- allow unknown-as-zero: amounts not attributed to validators are unattributed, below
      sum(paid_stake_account_count) as staking_count,
      -- allow unknown-as-zero: are_tips_known says whether all are
      sum(mev_commission_lamports) as kept_lamports,
      -- allow unknown-as-zero: are_tips_known says whether all are
      sum(mev_reward_lamports) as shared_lamports,
      -- allow unknown-as-zero: are_fees_known says whether all are
      sum(passed_fee_lamports) as passed_lamports,
      -- allow unknown-as-zero: are_fees_known says whether all are
      sum(delegator_fee_lamports) as fee_lamports,
      max(is_complete) as is_complete
    from fct_solana_validator_reward_daily final
    where network = {network:String} and day = {day:Date}
  ),
  divided as (
    select
      sumIf(mev_reward_lamports, is_tipped) as shared_lamports,
      sumIf(fee_reward_lamports, is_tipped) as fee_lamports
    from rewards
  )
select
  {network:String} as network,
  {day:Date} as day,
  {from_slot:UInt32} as from_slot,
  {to_slot:UInt32} as to_slot,
  {from_epoch:UInt32} as from_epoch,
  {to_epoch:UInt32} as to_epoch,
  toInt64(fees.lamports) as block_reward_lamports,
  inflation.voting_lamports as voting_reward_lamports,
  inflation.staking_lamports as staking_reward_lamports,
  if({are_tips_known:UInt8}, toNullable(ifNull(validators.kept_lamports, 0)), null) as mev_commission_lamports,
  if({are_tips_known:UInt8}, toNullable(ifNull(validators.shared_lamports, 0)), null) as mev_reward_lamports,
  if({are_fees_known:UInt8}, toNullable(ifNull(validators.passed_lamports, 0)), null) as passed_fee_lamports,
  if({are_fees_known:UInt8}, toNullable(ifNull(validators.fee_lamports, 0)), null) as delegator_fee_lamports,
  toInt64(fees.lamports) - validators.block_lamports as unattributed_block_reward_lamports,
  -- allow unknown-as-zero: without validators all is unattributed
  inflation.voting_lamports - ifNull(validators.voting_lamports, 0) as unattributed_voting_reward_lamports,
  -- allow unknown-as-zero: without validators all is unattributed
  inflation.staking_lamports - ifNull(validators.staking_lamports, 0) as unattributed_staking_reward_lamports,
  if(
    {are_tips_known:UInt8},
    toNullable(greatest(ifNull(validators.shared_lamports, 0), divided.shared_lamports) - divided.shared_lamports),
    null
  ) as unattributed_mev_reward_lamports,
  if(
    {are_fees_known:UInt8},
    toNullable(greatest(ifNull(validators.fee_lamports, 0), divided.fee_lamports) - divided.fee_lamports),
    null
  ) as unattributed_fee_reward_lamports,
  inflation.voting_count - known_voting.payouts as unattributed_voting_reward_count,
  -- allow unknown-as-zero: without validators all is unattributed
  greatest(inflation.staking_count, ifNull(validators.staking_count, 0)) - ifNull(validators.staking_count, 0)
    as unattributed_staking_reward_count,
  inflation.other_count as other_reward_count,
  inflation.other_lamports as other_reward_lamports,
  validators.is_complete as is_complete,
  toDateTime({from_at:UInt32}, 'UTC') as from_at,
  toDateTime({to_at:UInt32}, 'UTC') as to_at,
  {reward_version:UInt64} as version
from fees
cross join inflation
cross join known_voting
cross join validators
cross join divided
