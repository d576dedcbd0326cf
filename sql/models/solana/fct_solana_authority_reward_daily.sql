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
      /* include fragments/solana/paid_sums.sql */
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
  /* include fragments/solana/paid_fields.sql */,
  {reward_version:UInt64} as version
from sums
full join existing using (stake_authority, vote_account)
where sums.has_stake or existing.is_written
