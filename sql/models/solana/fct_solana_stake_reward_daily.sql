/* ---
grain: network, stake_account, day
reads: [int_solana_stake_reward_epoch]
window: reward_day
--- */
insert into fct_solana_stake_reward_daily
with
  /* include fragments/solana/stake_rewards.sql */,
  -- Accounts that are no longer included are written again with zeros.
  existing as (
    select stake_account from fct_solana_stake_reward_daily final where network = {network:String} and day = {day:Date}
  ),
  sums as (
    select
      stake_account,
      argMax(vote_account, epoch) as last_vote_account,
      argMax(stake_authority, epoch) as last_stake_authority,
      argMax(withdraw_authority, epoch) as last_withdraw_authority,
      argMax(commission_bps, epoch) as last_bps,
      argMax(mev_commission_bps, epoch) as last_mev_bps,
      argMax(stake_lamports, epoch) as active_lamports,
      /* include fragments/solana/paid_sums.sql */
    from rewards
    where is_paid or is_tipped
    group by stake_account
  )
select
  {network:String} as network,
  stake_account,
  {day:Date} as day,
  sums.last_vote_account as vote_account,
  sums.last_stake_authority as stake_authority,
  sums.last_withdraw_authority as withdraw_authority,
  sums.last_bps as commission_bps,
  sums.last_mev_bps as mev_commission_bps,
  -- allow optional-default: an account that is no longer paid is written again with zeros
  /* include fragments/solana/paid_fields.sql */,
  {reward_version:UInt64} as version
from sums
full join existing using (stake_account)
