-- Facts of summaries in addition to days: the newest commission on tips, and stake accounts by the newest complete
-- snapshot.
tips as (
  select vote_account, toNullable(argMax(commission_bps, created_epoch)) as commission_bps
  from raw_solana_tip final
  where network = {network:String}
  group by vote_account
),
(
  select maxOrNull(epoch) from raw_solana_stake_snapshot where network = {network:String}
) as stake_epoch,
stakes as (
  select
    vote_account,
    stake_account_count,
    vote_account in (
      select vote_account
      from int_solana_authority_stake_epoch final
      where
        network = {network:String}
        and stake_authority = {stakeAuthority:Nullable(String)}
        and epoch = stake_epoch
    ) as is_requested
  from int_solana_validator_stake_epoch final
  where
    network = {network:String}
    and epoch = stake_epoch
    and ({voteAccount:Nullable(String)} is null or vote_account = {voteAccount:Nullable(String)})
)
