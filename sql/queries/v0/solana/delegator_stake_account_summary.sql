-- Summary of one stake account over a window of days, by the newest snapshot that has it.
with
  /* include fragments/solana/delegator_days.sql */
  requested as (
    select
      /* include fragments/solana/requested_stake_fields.sql */
    from raw_solana_stake final
    where network = {network:String} and stake_account = {stakeAccount:String}
    order by epoch desc
    limit 1
  ),
  /* include fragments/solana/stake_account_summary.sql */
