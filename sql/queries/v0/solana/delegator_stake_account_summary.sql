-- Summary of one stake account over a window of days, by the newest snapshot that has it.
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
    where network = {network:String} and stake_account = {stakeAccount:String}
    order by epoch desc
    limit 1
  ),
  /* include fragments/solana/stake_account_summary.sql */
