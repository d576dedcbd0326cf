-- Summary of one stake authority over a window of days.
with
  /* include fragments/solana/delegator_days.sql */
  requested as (select {stakeAuthority:String} as stake_authority),
  stakes as (
    /* include fragments/solana/authority_stakes.sql */
      and stake_authority = {stakeAuthority:String}
  ),
  /* include fragments/solana/authority_summary.sql */
