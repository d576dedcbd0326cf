-- Rewards of some accounts for an epoch by the ledger's formulas, for the comparison with account_reward_history. An
-- account that was not registered when they were paid gets nothing.
with
  ledger as (
    select pool, leader_reward, member_share_numerator, member_share_denominator
    from int_cardano_pool_ledger_epoch final
    where network = {network:String} and epoch = {point:UInt32}
  ),
  earned as (
    select
      delegation.account as account,
      delegation.pool as pool,
      'member' as type,
      toUInt64(
        intDiv(ledger.member_share_numerator * delegation.stake, greatest(ledger.member_share_denominator, 1))
      ) as amount
    from raw_cardano_delegation as delegation final
    inner join ledger on ledger.pool = delegation.pool
    where
      delegation.network = {network:String}
      and delegation.epoch = {point:UInt32}
      and delegation.account in {accounts:Array(String)}
      and delegation.is_owner = 0
    union all
    select own.reward_address as account, own.pool as pool, 'leader' as type, ledger.leader_reward as amount
    from raw_cardano_pool as own final
    inner join ledger on ledger.pool = own.pool
    where
      own.network = {network:String}
      and own.epoch = {point:UInt32}
      and own.reward_address in {accounts:Array(String)}
  )
select
  earned.account as subject,
  format('{}_reward_lovelace from {}', earned.type, earned.pool) as item,
  toString(earned.amount) as value,
  {day:Nullable(String)} as date
from earned
where
  earned.amount > 0
  and (earned.pool, earned.account) not in (
    select pool, account
    from raw_cardano_reward final
    where network = {network:String} and epoch = {point:UInt32} and reward_type = 'unregistered'
  )
