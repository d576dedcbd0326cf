-- Active stake by vote account in an epoch, for the comparison with getVoteAccounts: stake accounts of the snapshot,
-- and rewards that were paid to them later. A snapshot may be read while rewards are being paid; balances show whether
-- it includes one. Vote accounts that are closed are not listed by nodes.
with
  snapshot as (
    select slot from raw_solana_stake_snapshot final where network = {network:String} and epoch = {point:UInt32}
  ),
  paid as (
    select account, slot, lamports, post_balance_lamports
    from raw_solana_reward final
    where
      network = {network:String}
      and slot between {epoch_from:UInt32} and {epoch_to:UInt32}
      and reward_type = 'Staking'
  ),
  stakes as (
    select stake_account, vote_account, slot, balance_lamports, stake_lamports
    from raw_solana_stake final
    where
      network = {network:String}
      and epoch = {point:UInt32}
      and (activation_epoch < {point:UInt32} or activation_epoch = 18446744073709551615)
      and deactivation_epoch >= {point:UInt32}
      and vote_account in (
        select vote_account from raw_solana_voter final where network = {network:String} and epoch = {point:UInt32}
      )
  )
select
  stakes.vote_account as subject,
  'active_stake_lamports' as item,
  toString(
    sum(stakes.stake_lamports)
      + sumIf(
        paid.lamports,
        paid.slot > stakes.slot and stakes.balance_lamports + paid.lamports = paid.post_balance_lamports
      )
  ) as value,
  (
    select toString(max(day))
    from raw_solana_slot final
    where network = {network:String} and slot in (select slot from snapshot)
  ) as date
from stakes
left join paid on paid.account = stakes.stake_account
group by stakes.vote_account
having value != '0'
