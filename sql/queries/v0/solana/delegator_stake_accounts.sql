-- Stake accounts of the newest snapshot, the largest first.
with
  /* include fragments/solana/delegator_days.sql */
  requested as (
    select
      epoch,
      stake_account,
      stake_authority,
      withdraw_authority,
      vote_account,
      stake_lamports,
      activation_epoch,
      deactivation_epoch,
      -- Its stake earned through the whole window.
      (activation_epoch = 18446744073709551615 or activation_epoch < (select from_epoch from days))
        and deactivation_epoch > (select to_epoch from days)
        and (select known_days from days) > 0 as is_active
    from raw_solana_stake final
    where network = {network:String} and epoch = stake_epoch
    order by
      if({sortOrder:String} = 'desc', stake_lamports, null) asc,
      if({sortOrder:String} = 'desc', stake_account, null) desc,
      stake_lamports desc,
      stake_account asc
    limit {size:UInt64} offset {offset:UInt64}
  ),
  /* include fragments/solana/stake_account_summary.sql */
order by
  if({sortOrder:String} = 'desc', requested.stake_lamports, null) asc,
  if({sortOrder:String} = 'desc', stakeAccount, null) desc,
  requested.stake_lamports desc,
  stakeAccount asc
