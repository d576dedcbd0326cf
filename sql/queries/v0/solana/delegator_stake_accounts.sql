-- Stake accounts of the newest snapshot, the largest first.
with
  /* include fragments/solana/delegator_days.sql */
  requested as (
    select
      /* include fragments/solana/requested_stake_fields.sql */
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
