-- With which validators did delegators miss the most inflation, compared with the best validator of each epoch?
with
  last_days as (
    select max(day) as last_day from solana_validator_reward_daily where network = 'mainnet'
  )
select
  vote_account,
  sum(missed_staking_reward_lamports) / 1e9 as missed_sol,
  round(vaRatio(sum(missed_staking_reward_lamports), sum(staking_reward_lamports)) * 100, 3) as percent_of_paid
from solana_validator_reward_daily
where
  network = 'mainnet'
  and missed_staking_reward_lamports is not null
  and staking_reward_lamports is not null
  and day > (select last_day from last_days) - 30
  and day <= (select last_day from last_days)
group by vote_account
order by missed_sol desc, vote_account asc
limit 20
