/* ---
grain: network, epoch, stake_account
reads: [raw_solana_reward, raw_solana_stake, raw_solana_credit, raw_solana_tip, raw_solana_tip_fee, raw_solana_priority_fee]
window: payout
--- */
-- Rewards of an epoch to stake accounts, in blocks of the next one, and their shares of its tips. The nearest snapshot
-- attributes them, or the second nearest if it lacks an account; of two equally near ones, the later.
insert into int_solana_stake_reward_epoch
with
  paid as (
    select slot, account, reward_type, lamports, ifNull(commission_bps, toUInt16(commission) * 100) as bps
    from raw_solana_reward final
    where
      network = {network:String}
      and slot between {next_first_slot:UInt32} and {next_last_slot:UInt32}
      and (reward_type = 'Voting' or vaSolanaIsStakeReward(reward_type))
  ),
  voting as (
    select account, max(bps) as bps from paid where reward_type = 'Voting' group by account
  ),
  staking as (
    select account as stake_account, max(slot) as slot, sum(lamports) as lamports, max(bps) as bps
    from paid
    where vaSolanaIsStakeReward(reward_type)
    group by account
  ),
  matched as (
    select
      stake_account,
      argMin(vote_account, indexOf({nearest_snapshots:Array(UInt32)}, epoch)) as vote_account,
      argMin(stake_authority, indexOf({nearest_snapshots:Array(UInt32)}, epoch)) as stake_authority,
      argMin(withdraw_authority, indexOf({nearest_snapshots:Array(UInt32)}, epoch)) as withdraw_authority,
      sumIf(
        stake_lamports,
        epoch = {nearest_snapshots:Array(UInt32)}[1]
          and (activation_epoch < {epoch:UInt32} or activation_epoch = 18446744073709551615)
          and deactivation_epoch >= {epoch:UInt32}
      ) as stake_lamports
    from raw_solana_stake final
    where network = {network:String} and epoch in {nearest_snapshots:Array(UInt32)}
    group by stake_account
  ),
  stakes as (
    select *, sum(stake_lamports) over (partition by vote_account) as validator_lamports from matched
  ),
  /* include fragments/solana/tower_credits.sql */,
  -- Final credits.
  credits as (
    select vote_account, earned, max(earned) over () as best
    from tower_credits
    where epoch = {epoch:UInt32} and {next_first_slot:UInt32} > 0 and slot >= {next_first_slot:UInt32}
  ),
  /* include fragments/solana/tip_parts.sql */,
  tips as (
    select
      vote_account,
      toNullable(commission_bps) as bps,
      toUInt256(shared_lamports) as shared_lamports,
      toUInt256(kept_lamports) as kept_lamports
    from tip_parts
    where created_epoch = {epoch:UInt32} and {last_slot:UInt32} > 0
  ),
  /* include fragments/solana/priority_fee_parts.sql */,
  passed as (
    select vote_account, toUInt256(shared_lamports) as shared_lamports
    from priority_fee_parts
    where created_epoch = {epoch:UInt32} and {last_slot:UInt32} > 0
  ),
  -- Accounts that are no longer included are written again with zeros.
  existing as (
    select stake_account, true as is_written
    from int_solana_stake_reward_epoch final
    where network = {network:String} and epoch = {epoch:UInt32}
  ),
  facts as (
    select count() as payouts, (select count() from tips) + (select count() from passed) as tip_accounts from paid
  )
select
  {network:String} as network,
  {epoch:UInt32} as epoch,
  stake_account,
  stakes.vote_account as vote_account,
  stakes.stake_authority as stake_authority,
  stakes.withdraw_authority as withdraw_authority,
  staking.slot as slot,
  if(
    -- allow optional-default: no account, nothing in it: are_tips_known and are_fees_known say whether all are read
    tips.shared_lamports + tips.kept_lamports + passed.shared_lamports > 0 and stakes.stake_lamports > 0,
    {last_slot:UInt32},
    0
  ) as tip_slot,
  if(staking.slot = 0, null, ifNull(staking.bps, voting.bps)) as commission_bps,
  if(stakes.stake_lamports > 0, tips.bps, null) as mev_commission_bps,
  stakes.stake_lamports as stake_lamports,
  staking.lamports as staking_reward_lamports,
  -- For the smallest reward whose remainder, rounded down, is the payout.
  if(
    staking.slot > 0 and (commission_bps is null or commission_bps >= 10000),
    null,
    toNullable(toUInt64(intDiv(
      intDiv(
        toUInt256(greatest(staking.lamports, 0)) * 10000 + 9999 - ifNull(commission_bps, 0),
        10000 - least(ifNull(commission_bps, 0), 9999)
      ) * ifNull(commission_bps, 0),
      10000
    )))
  ) as staking_commission_lamports,
  if(
    staking.slot > 0 and credits.earned = 0,
    null,
    toNullable(toUInt64(vaSolanaMissed(staking.lamports, credits.best, credits.earned)))
  ) as missed_staking_reward_lamports,
  toUInt64(intDiv(
    tips.shared_lamports * stakes.stake_lamports,
    greatest(stakes.validator_lamports, 1)
  )) as mev_reward_lamports,
  toUInt64(intDiv(
    passed.shared_lamports * stakes.stake_lamports,
    greatest(stakes.validator_lamports, 1)
  )) as fee_reward_lamports,
  toUInt64(intDiv(tips.kept_lamports * stakes.stake_lamports, greatest(stakes.validator_lamports, 1)))
    as mev_commission_lamports,
  {revision:UInt64} * {reward_revision:UInt64}
    + facts.payouts * {reward_facts:UInt64}
    + greatest({state_slot:UInt32}, {snapshot_slot:UInt32}, {tip_slot:UInt32}) as version
from stakes
full join staking using (stake_account)
full join existing using (stake_account)
left join voting on voting.account = stakes.vote_account
left join credits on credits.vote_account = stakes.vote_account
left join tips on tips.vote_account = stakes.vote_account
left join passed on passed.vote_account = stakes.vote_account
cross join facts
where
  staking.slot > 0
  or existing.is_written
  or stakes.stake_lamports > 0 and (facts.payouts > 0 or facts.tip_accounts > 0)
