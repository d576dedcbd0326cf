-- Windows of days, with the days whose rewards they include, and delegators' rewards in them: inflation, tips and
-- passed-on fees, each over the days on which they are known.
(
  select if(max(is_complete) = 1, maxIf(day, is_complete = 1), max(day))
  from fct_solana_network_performance_daily final
  where network = {network:String}
) as last_day,
arrayJoin([('1d', 1, 3), ('7d', 7, 7), ('30d', 30, 30), ('all', 65535, 65535)]) as time_window,
paid as (
  select
    time_window.1 as name,
    vaYearly(sum(staking_share), count(staking_share))
      + vaYearly(sum(mev_share), count(mev_share))
      + vaYearly(sum(fee_share), count(fee_share)) as delegator_apy
  from (
    select
      reward.day as day,
      intDiv(
        sum(toInt256(reward.staking_reward_lamports)) * 1000000000000000000,
        nullIf(sumIf(toUInt256(reward.activated_stake_lamports), reward.staking_reward_lamports is not null), 0)
      ) as staking_share,
      intDiv(
        sum(toInt256(reward.mev_reward_lamports)) * 1000000000000000000,
        nullIf(sumIf(toUInt256(reward.activated_stake_lamports), reward.mev_reward_lamports is not null), 0)
      ) as mev_share,
      intDiv(
        sum(toInt256(reward.delegator_fee_lamports)) * 1000000000000000000,
        nullIf(sumIf(toUInt256(reward.activated_stake_lamports), reward.delegator_fee_lamports is not null), 0)
      ) as fee_share
    from fct_solana_validator_reward_daily as reward final
    where
      reward.network = {network:String}
      and reward.activated_stake_lamports > 0
      and reward.day <= last_day
    group by reward.day
  ) as daily
  where dateDiff('day', daily.day, last_day) < time_window.3
  group by name
),
