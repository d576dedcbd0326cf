/* ---
grain: network, stake_authority, day, vote_account
reads: [int_solana_stake_reward_epoch]
window: reward_day
--- */
-- All active stake of an authority on days on which an epoch was paid, including stake that was paid nothing.
insert into fct_solana_authority_reward_daily
with
  /* include fragments/solana/stake_rewards.sql */,
  (select groupUniqArray(epoch) from rewards where is_paid or is_tipped) as paid_epochs,
  -- Rows that are no longer included are written again with zeros.
  existing as (
    select stake_authority, vote_account, true as is_written
    from fct_solana_authority_reward_daily final
    where network = {network:String} and day = {day:Date}
  ),
  sums as (
    select
      stake_authority,
      vote_account,
      countIf(stake_lamports > 0 or is_paid or is_tipped) > 0 as has_stake,
      argMaxIf(commission_bps, epoch, is_paid) as last_bps,
      argMaxIf(mev_commission_bps, epoch, is_tipped) as last_mev_bps,
      countIf(stake_lamports > 0 and epoch = arrayMax(paid_epochs)) as stake_account_count,
      sumIf(stake_lamports, epoch = arrayMax(paid_epochs)) as active_lamports,
      sumIf(staking_reward_lamports, is_paid) as paid_lamports,
      countIf(is_paid and staking_commission_lamports is null) as unknown_commissions,
      sumIf(ifNull(staking_commission_lamports, 0), is_paid) as commission_lamports,
      countIf(is_paid and missed_staking_reward_lamports is null) as unknown_credits,
      sumIf(ifNull(missed_staking_reward_lamports, 0), is_paid) as missed_lamports,
      sumIf(mev_reward_lamports, is_tipped) as tip_lamports,
      sumIf(fee_reward_lamports, is_tipped) as fee_lamports,
      sumIf(mev_commission_lamports, is_tipped) as kept_lamports
    from rewards
    where has(paid_epochs, epoch) and stake_authority != ''
    group by stake_authority, vote_account
  )
select
  {network:String} as network,
  stake_authority,
  {day:Date} as day,
  vote_account,
  sums.last_bps as commission_bps,
  sums.last_mev_bps as mev_commission_bps,
  sums.stake_account_count as stake_account_count,
  sums.active_lamports as delegated_stake_lamports,
  sums.paid_lamports as staking_reward_lamports,
  if(sums.unknown_commissions = 0, toNullable(sums.commission_lamports), null) as staking_commission_lamports,
  if(sums.unknown_credits = 0, toNullable(sums.missed_lamports), null) as missed_staking_reward_lamports,
  if({are_tips_known:UInt8}, toNullable(sums.tip_lamports), null) as mev_reward_lamports,
  if({are_fees_known:UInt8}, toNullable(sums.fee_lamports), null) as fee_reward_lamports,
  if({are_tips_known:UInt8}, toNullable(sums.kept_lamports), null) as mev_commission_lamports,
  {reward_version:UInt64} as version
from sums
full join existing using (stake_authority, vote_account)
where sums.has_stake or existing.is_written
