-- Rewards of validators and their delegators in a window, and data of the newest state. Annual, in parts of 10^18 of
-- the stake of each day: for each kind of reward, the mean over the days on which it is known, because tips and
-- passed-on fees arrive about two days late.
paid as (
  select
    reward.vote_account as vote_account,
    vaYearly(
      sum(intDiv(toInt256(reward.block_reward_lamports) * 1000000000000000000, reward.activated_stake_lamports)),
      count()
    ) as block_apy,
    vaYearly(
      sum(intDiv(toInt256(reward.voting_reward_lamports) * 1000000000000000000, reward.activated_stake_lamports)),
      count(reward.voting_reward_lamports)
    ) as commission_apy,
    vaYearly(
      sum(intDiv(toInt256(reward.mev_commission_lamports) * 1000000000000000000, reward.activated_stake_lamports)),
      count(reward.mev_commission_lamports)
    ) as mev_commission_apy,
    vaYearly(
      sum(intDiv(toInt256(reward.staking_reward_lamports) * 1000000000000000000, reward.activated_stake_lamports)),
      count(reward.staking_reward_lamports)
    ) as staking_apy,
    vaYearly(
      sum(intDiv(toInt256(reward.mev_reward_lamports) * 1000000000000000000, reward.activated_stake_lamports)),
      count(reward.mev_reward_lamports)
    ) as mev_apy,
    vaYearly(
      sum(intDiv(toInt256(reward.passed_fee_lamports) * 1000000000000000000, reward.activated_stake_lamports)),
      count(reward.passed_fee_lamports)
    ) as passed_apy,
    vaYearly(
      sum(intDiv(toInt256(reward.delegator_fee_lamports) * 1000000000000000000, reward.activated_stake_lamports)),
      count(reward.delegator_fee_lamports)
    ) as fee_apy,
    staking_apy + mev_apy + fee_apy as delegator_apy,
    block_apy - passed_apy + commission_apy + mev_commission_apy as validator_apy
  from fct_solana_validator_reward_daily as reward final
  where
    reward.network = {network:String}
    and ({voteAccount:Nullable(String)} is null or reward.vote_account = {voteAccount:Nullable(String)})
    and reward.day between first_reward_day and last_day
    and reward.activated_stake_lamports > 0
  group by reward.vote_account
),
-- From the newest state.
voters as (
  select vote_account, name, toNullable(ifNull(commission_bps, toUInt16(commission) * 100)) as commission_bps
  from raw_solana_voter final
  where
    network = {network:String}
    and epoch = (select max(epoch) from raw_solana_state where network = {network:String})
),
(
  -- allow unknown-as-zero: the record of one day: null where it is unknown
  select sum(activated_stake_lamports)
  from fct_solana_network_performance_daily final
  where network = {network:String} and day = last_day
) as network_stake_lamports
