-- Stake authorities of the newest snapshot, largest stake first.
with
  /* include fragments/solana/delegator_days.sql */
  requested as (
    select stake_authority
    from int_solana_authority_stake_epoch final
    where
      network = {network:String}
      and epoch = stake_epoch
      and (
        {type:Nullable(String)} is null
        or ({type:Nullable(String)} = 'stakePool') = (
          stake_authority in (select withdraw_authority from raw_solana_pool where network = {network:String})
        )
      )
    group by stake_authority
    order by
      if({sortOrder:String} = 'desc', sum(stake_lamports), null) asc,
      if({sortOrder:String} = 'desc', stake_authority, null) desc,
      sum(stake_lamports) desc,
      stake_authority asc
    limit {size:UInt64} offset {offset:UInt64}
  ),
  stakes as (
    /* include fragments/solana/authority_stakes.sql */
      and stake_authority in (select stake_authority from requested)
  ),
  /* include fragments/solana/authority_summary.sql */
order by
  if({sortOrder:String} = 'desc', delegated.stake_lamports, null) asc,
  if({sortOrder:String} = 'desc', stakeAuthority, null) desc,
  delegated.stake_lamports desc,
  stakeAuthority asc
