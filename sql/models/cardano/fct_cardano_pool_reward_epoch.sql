/* ---
grain: network, epoch, pool
reads: [int_cardano_pool_ledger_epoch, raw_cardano_delegation, raw_cardano_pool, raw_cardano_reward]
window: epoch
--- */
-- Rewards of each pool: as paid, and by the formulas of the ledger. An account that was not registered gets nothing;
-- any other account that was not paid is a difference.
insert into fct_cardano_pool_reward_epoch
with
  paid as (
    select
      reward.pool as pool,
      sumIf(reward.amount, reward.reward_type = 'leader') as leader,
      sumIf(reward.amount, reward.reward_type = 'member') as member,
      maxIf(1, reward.reward_type = 'unregistered' and reward.account = own.reward_address) as is_leader_unregistered
    from raw_cardano_reward as reward final
    left join (
      select pool, reward_address
      from raw_cardano_pool final
      where network = {network:String} and epoch = {epoch:UInt32}
    ) as own on own.pool = reward.pool
    where reward.network = {network:String} and reward.epoch = {epoch:UInt32}
    group by reward.pool
  ),
  -- Owners get their share with the leader's reward.
  members as (
    select
      delegation.pool as pool,
      sum(
        intDiv(ledger.member_share_numerator * delegation.stake, greatest(ledger.member_share_denominator, 1))
      ) as reward,
      sumIf(
        intDiv(ledger.member_share_numerator * delegation.stake, greatest(ledger.member_share_denominator, 1)),
        unregistered.account != ''
      ) as unpaid
    from raw_cardano_delegation as delegation final
    inner join (
      select pool, member_share_numerator, member_share_denominator
      from int_cardano_pool_ledger_epoch final
      where network = {network:String} and epoch = {epoch:UInt32}
    ) as ledger on ledger.pool = delegation.pool
    left join (
      select pool, account
      from raw_cardano_reward final
      where network = {network:String} and epoch = {epoch:UInt32} and reward_type = 'unregistered'
    ) as unregistered on unregistered.pool = delegation.pool and unregistered.account = delegation.account
    where delegation.network = {network:String} and delegation.epoch = {epoch:UInt32} and delegation.is_owner = 0
    group by delegation.pool
  ),
  ledgers as (
    select pool, block_count, max_reward, pool_reward, leader_reward
    from int_cardano_pool_ledger_epoch final
    where network = {network:String} and epoch = {epoch:UInt32}
  ),
  joined as (
    select
      if(ledgers.pool = '', paid.pool, ledgers.pool) as pool,
      ledgers.pool != '' as has_ledger,
      ledgers.block_count as block_count,
      ledgers.max_reward as max_reward,
      ledgers.pool_reward as pool_reward,
      toInt64(paid.leader) as leader,
      toInt64(paid.member) as member,
      if(paid.is_leader_unregistered = 1, 0, toInt64(ledgers.leader_reward)) as ledger_leader,
      toInt64(ledgers.leader_reward) - ledger_leader as unpaid_leader,
      toInt64(members.reward - members.unpaid) as ledger_member,
      toInt64(members.unpaid) as unpaid_member
    from ledgers
    full join paid on paid.pool = ledgers.pool
    left join members on members.pool = ledgers.pool
  )
select
  {network:String} as network,
  {epoch:UInt32} as epoch,
  joined.pool as pool,
  joined.block_count as block_count,
  if(joined.has_ledger, joined.max_reward, null) as max_reward,
  if(joined.has_ledger, joined.pool_reward, null) as pool_reward,
  if({is_paid:Bool}, joined.leader, null) as leader_reward,
  if({is_paid:Bool}, joined.member, null) as member_reward,
  if({is_paid:Bool} and joined.has_ledger, joined.ledger_leader, null) as ledger_leader_reward,
  if({is_paid:Bool} and joined.has_ledger, joined.ledger_member, null) as ledger_member_reward,
  if(
    {is_paid:Bool} and {has_registrations:Bool} and joined.has_ledger, joined.unpaid_leader + joined.unpaid_member, null
  ) as unpaid_reward,
  if(
    {is_paid:Bool} and {has_registrations:Bool} and joined.has_ledger,
    joined.leader + joined.member - joined.ledger_leader - joined.ledger_member,
    null
  ) as reward_residual,
  {version:UInt64} as version
from joined
-- Unregistered accounts alone do not give a pool a row.
where joined.has_ledger or joined.leader > 0 or joined.member > 0
