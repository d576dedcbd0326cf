-- Rewards of each validator and its delegators in a period. Needs `rewards`, `voters`, `identities`, `leads`,
-- `tower_credits`, `tip_parts`, `priority_fee_parts`, and `existing` with the vote accounts of an earlier computation.
epochs as (
  select epoch, first_slot, last_slot
  from raw_solana_epoch final
  where
    network = {network:String}
    and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
),
-- A collector for a vote account is not a vote account.
vote_accounts as (
  select vote_account from raw_solana_voter where network = {network:String}
  union all
  select vote_account from raw_solana_identity where network = {network:String}
),
voting as (
  select reward.account as vote_account, toUInt32(epochs.epoch - 1) as epoch, reward.lamports as lamports
  from (
    select account, slot, lamports
    from raw_solana_reward final
    where
      network = {network:String}
      and slot between {from_slot:UInt32} and {to_slot:UInt32}
      and reward_type = 'Voting'
      and account in (select vote_account from vote_accounts)
  ) as reward
  cross join epochs
  where reward.slot between epochs.first_slot and epochs.last_slot and epochs.epoch > 0
),
-- For each epoch's payouts, the last block, and whether no snapshot of stake accounts attributes them.
payouts as (
  select epoch, max(slot) as last_slot, max(vote_account) = '' as is_unattributed
  from rewards
  where slot > 0
  group by epoch
),
(
  select count()
  from payouts
  where is_unattributed and epoch in (select epoch from rewards where is_paid)
) as unattributed_epochs,
inflation as (
  select
    vote_account,
    epoch,
    sum(is_voting) as votings,
    sum(voting) as voting_lamports,
    sum(staking) as staking_lamports,
    sum(commission) as commission_lamports,
    sum(payout) as payouts,
    sum(is_unknown) as unknown_commissions
  from (
    select
      vote_account,
      epoch,
      toUInt32(1) as is_voting,
      lamports as voting,
      toInt64(0) as staking,
      toInt64(0) as commission,
      toUInt32(0) as payout,
      toUInt32(0) as is_unknown
    from voting
    union all
    select
      vote_account,
      epoch,
      toUInt32(0) as is_voting,
      toInt64(0) as voting,
      staking_reward_lamports as staking,
      toInt64(ifNull(staking_commission_lamports, 0)) as commission,
      toUInt32(1) as payout,
      toUInt32(staking_commission_lamports is null) as is_unknown
    from rewards
    where is_paid and vote_account != ''
  )
  group by vote_account, epoch
),
-- Final credits.
credits as (
  select
    credit.epoch as epoch,
    credit.vote_account as vote_account,
    credit.earned as earned,
    max(earned) over (partition by credit.epoch) as best
  from tower_credits as credit
  inner join epochs on epochs.epoch = credit.epoch + 1
  where
    credit.slot >= epochs.first_slot
    and credit.epoch between greatest({from_epoch:UInt32}, 1) - 1 and {to_epoch:UInt32}
),
inflated as (
  select
    inflation.vote_account as vote_account,
    sum(inflation.voting_lamports) as voting_lamports,
    sum(inflation.staking_lamports) as staking_lamports,
    sum(inflation.commission_lamports) as commission_lamports,
    sum(inflation.payouts) as payouts,
    -- With a commission of 100 percent no delegator is paid, and no payout shows the rate.
    sum(inflation.unknown_commissions) + countIf(inflation.voting_lamports > 0 and inflation.payouts = 0)
      as unknown_commissions,
    -- Commission that was split off and did not reach the vote account is paid to a collector (SIMD-0232).
    countIf(
      inflation.votings = 0 and inflation.commission_lamports > 0 and paying.first_slot >= {from_slot:UInt32}
    ) as collected_elsewhere,
    -- The vote account is paid in the epoch's first block and its delegators in the next ones, which may be another day
    -- around midnight.
    countIf(paying.first_slot < {from_slot:UInt32} or payouts.last_slot > {to_slot:UInt32}) as split_epochs,
    countIf(credits.earned = 0) as unknown_credits,
    toUInt64(sum(
      vaSolanaMissed(inflation.voting_lamports + inflation.staking_lamports, credits.best, credits.earned)
    )) as missed_lamports
  from inflation
  left join credits on credits.epoch = inflation.epoch and credits.vote_account = inflation.vote_account
  left join payouts on payouts.epoch = inflation.epoch
  left join (
    select toUInt32(epoch - 1) as rewarded_epoch, first_slot from epochs where epoch > 0
  ) as paying on paying.rewarded_epoch = inflation.epoch
  group by inflation.vote_account
),
led as (
  select identities.vote_account as vote_account, sum(leads.fee_lamports) as fee_lamports
  from leads
  inner join identities on identities.identity = leads.leader
  group by identities.vote_account
),
tips as (
  select vote_account, sum(kept_lamports) as kept_lamports, sum(shared_lamports) as shared_lamports
  from tip_parts
  where created_epoch in {ended_epochs:Array(UInt32)}
  group by vote_account
),
passed as (
  select vote_account, sum(passed_lamports) as passed_lamports, sum(shared_lamports) as shared_lamports
  from priority_fee_parts
  where created_epoch in {ended_epochs:Array(UInt32)}
  group by vote_account
),
tip_rates as (
  select vote_account, argMax(toNullable(commission_bps), created_epoch) as commission_bps
  from raw_solana_tip final
  where network = {network:String} and created_epoch <= {to_epoch:UInt32}
  group by vote_account
)
