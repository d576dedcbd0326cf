-- With which validators did delegators miss the most inflation, beside the best validator of each epoch?
select
  vote_account,
  sum(missed_staking_reward_lamports) / 1e9 as missed_sol,
  round(vaRatio(sum(missed_staking_reward_lamports), sum(staking_reward_lamports)) * 100, 3) as percent_of_paid
from solana_validator_reward_daily
where
  network = 'mainnet'
  and missed_staking_reward_lamports is not null
  and day > (select max(day) from solana_validator_reward_daily where network = 'mainnet') - 30
group by vote_account
order by missed_sol desc, vote_account asc
limit 20
