-- Figures of some pools in an epoch, for the comparison with pool_history: stakes and blocks counted, rewards by the
-- ledger's formulas. Fees and rewards of delegators are computed as Koios does: margins are doubles there, and a
-- leader's reward below the fixed cost counts as fees. Of `without_rewards` pools Koios knows no rewards.
with
  pools as (
    select
      own.pool as pool,
      own.active_stake as stake,
      own.delegator_count as delegators,
      own.margin as margin,
      own.fixed_cost as cost,
      rewards.block_count as blocks,
      toInt64(ifNull(rewards.ledger_leader_reward, 0)) as leader,
      -- allow unknown-as-zero: the caller requires results of the formulas for all pools with blocks
      toInt64(ifNull(rewards.ledger_member_reward, 0)) as member,
      toFloat64(cost) + toFloat64(leader + member - toInt64(cost)) * toFloat64(toString(margin)) as exact_fees,
      leader >= toInt64(cost) as is_above_cost,
      blocks > 0 as has_rewards
    from raw_cardano_pool as own final
    left join (
      select pool, block_count, ledger_leader_reward, ledger_member_reward
      from fct_cardano_pool_reward_epoch final
      where network = {network:String} and epoch = {point:UInt32}
    ) as rewards on rewards.pool = own.pool
    where
      own.network = {network:String}
      and own.epoch = {point:UInt32}
      and own.delegator_count > 0
      and own.pool in {pools:Array(String)}
  ),
  if(
    has_rewards and is_above_cost, toFloat64(member) + (toFloat64(leader) - exact_fees), toFloat64(member)
  ) as delegated,
  multiIf(not has_rewards, 0, is_above_cost, round(exact_fees), toFloat64(leader)) as fees
select
  pools.pool as subject,
  part.1 as item,
  part.2 as value,
  {day:Nullable(String)} as date
from pools
array join arrayFilter(
  part -> part.3 or pools.pool not in {without_rewards:Array(String)},
  [
    ('active_stake_lovelace', toString(pools.stake), true),
    ('delegator_count', toString(pools.delegators), true),
    ('block_count', toString(pools.blocks), true),
    ('margin', toString(pools.margin), true),
    ('fixed_cost_lovelace', toString(pools.cost), true),
    ('fees_lovelace', toString(toInt64(fees)), false),
    ('delegator_reward_lovelace', toString(toInt64(round(delegated))), false),
    ('member_reward_lovelace', toString(pools.member), false),
    (
      'return_on_stake_millionths_of_percent',
      toString(
        toInt64(round((pow(least(delegated / greatest(toFloat64(pools.stake), 1), 1000) + 1, 73) - 1) * 100000000))
      ),
      false
    )
  ]
) as part
