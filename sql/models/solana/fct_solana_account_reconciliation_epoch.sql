/* ---
grain: network, epoch, account_type, account
reads: [raw_solana_stake, raw_solana_reward, raw_solana_slot, raw_solana_payout, raw_solana_voter]
window: reconciliation
--- */
-- Stake accounts: balances in the snapshots of the epoch and of the previous one. Vote accounts: balances after the
-- payouts in the epoch and in the previous one. Under Alpenglow they pay to be admitted to an epoch.
insert into fct_solana_account_reconciliation_epoch
with
  stakes as (
    select
      stake_account as account,
      maxIf(slot, epoch = {earlier_snapshot_epoch:UInt32}) as from_slot,
      maxIf(slot, epoch = {epoch:UInt32}) as to_slot,
      maxIf(balance_lamports, epoch = {earlier_snapshot_epoch:UInt32}) as from_balance,
      maxIf(balance_lamports, epoch = {epoch:UInt32}) as to_balance
    from raw_solana_stake final
    where
      network = {network:String}
      and epoch in ({earlier_snapshot_epoch:UInt32}, {epoch:UInt32})
      and {has_earlier_snapshot:UInt8}
      and {has_snapshot:UInt8}
    group by account
    having count() = 2
  ),
  if({earlier_first_slot:UInt32} > 0, {earlier_first_slot:UInt32}, {first_slot:UInt32}) as known_first_slot,
  -- The previous epoch pays in this one, and the epoch before that in the previous one.
  paid as (
    select account, slot, reward_index, reward_type, lamports, post_balance_lamports
    from raw_solana_reward final
    where
      network = {network:String}
      and (
        slot between known_first_slot and {last_slot:UInt32}
        or slot between {stake_from_slot:UInt32} and {stake_to_slot:UInt32}
      )
      and (
        reward_type = 'Voting'
        or vaSolanaIsStakeReward(reward_type)
        or account in (select vote_account from raw_solana_voter where network = {network:String})
      )
  ),
  -- `others`: between the payouts, including their blocks.
  votes as (
    select
      reward.account as account,
      maxIf((reward.slot, reward.reward_index), is_payout and reward.slot < {first_slot:UInt32}) as from_place,
      maxIf((reward.slot, reward.reward_index), is_payout and reward.slot >= {first_slot:UInt32}) as to_place,
      argMaxIf(reward.post_balance_lamports, reward.slot, is_payout and reward.slot < {first_slot:UInt32})
        as from_balance,
      argMaxIf(reward.post_balance_lamports, reward.slot, is_payout and reward.slot >= {first_slot:UInt32})
        as to_balance,
      sumIf(reward.lamports, is_payout and reward.slot >= {first_slot:UInt32}) as lamports,
      groupArrayIf(
        ((reward.slot, reward.reward_index), reward.lamports),
        reward.reward_type != 'Voting'
      ) as others,
      arraySum(other -> if(other.1 > from_place and other.1 < to_place, other.2, 0), others) as other_lamports
    from (
      select
        *,
        reward_type = 'Voting' and slot between {earlier_first_slot:UInt32} and {last_slot:UInt32} as is_payout
      from paid
      where not vaSolanaIsStakeReward(reward_type)
    ) as reward
    group by reward.account
    having to_place.1 > 0 and from_place.1 > 0
  ),
  reported as (
    select account, toNullable(lamports) as lamports
    from raw_solana_payout final
    where network = {network:String} and epoch + 1 = {epoch:UInt32}
  ),
  -- For each slot, the slot since which all slots are known.
  slots as (
    select
      slot,
      min(slot) over (partition by run) as known_from_slot
    from (
      select slot, slot - row_number() over (order by slot) as run
      from raw_solana_slot final
      where
        network = {network:String}
        and slot between
          if({stake_from_slot:UInt32} > 0, least(known_first_slot, {stake_from_slot:UInt32}), known_first_slot)
          and greatest({last_slot:UInt32}, {stake_to_slot:UInt32})
    )
  ),
  changes as (
    select
      'stake' as account_type,
      stakes.account as account,
      any(stakes.from_slot) as from_slot,
      any(stakes.to_slot) as to_slot,
      any(stakes.from_balance) as from_balance,
      any(stakes.to_balance) as to_balance,
      sumIf(
        paid.lamports,
        vaSolanaIsStakeReward(paid.reward_type) and paid.slot > stakes.from_slot and paid.slot <= stakes.to_slot
      ) as lamports,
      toInt64(0) as other_lamports,
      cast(null as Nullable(UInt64)) as reported_lamports
    from paid
    right join stakes on stakes.account = paid.account
    group by stakes.account
    union all
    select
      'vote' as account_type,
      votes.account as account,
      votes.from_place.1 as from_slot,
      votes.to_place.1 as to_slot,
      votes.from_balance as from_balance,
      votes.to_balance as to_balance,
      votes.lamports as lamports,
      votes.other_lamports as other_lamports,
      reported.lamports as reported_lamports
    from votes
    left join reported on reported.account = votes.account
  )
select
  {network:String} as network,
  {epoch:UInt32} as epoch,
  changes.account_type as account_type,
  changes.account as account,
  changes.from_slot as from_slot,
  changes.to_slot as to_slot,
  changes.from_balance as from_balance_lamports,
  changes.to_balance as to_balance_lamports,
  changes.lamports as reward_lamports,
  changes.reported_lamports as told_reward_lamports,
  if(
    slots.slot > 0 and slots.known_from_slot <= changes.from_slot + 1,
    toNullable(
      toInt64(changes.to_balance) - toInt64(changes.from_balance) - changes.lamports - changes.other_lamports
    ),
    null
  ) as residual_lamports,
  {revision:UInt64} * {reward_revision:UInt64}
    + ((select count() from slots) + (select count() from paid)) * {reward_facts:UInt64}
    + greatest({snapshot_slot:UInt32}, (select count() from reported)) as version
from changes
left join slots on slots.slot = changes.to_slot
