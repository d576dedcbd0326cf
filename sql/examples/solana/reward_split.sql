-- What did validators and their delegators earn last month, by source?
-- In SOL: block fees, fees passed on, commission on inflation, and tips; delegators' rewards are net of commission.
-- Null: tips or passed-on fees of an epoch, or stake accounts, are unknown.
select
  toStartOfMonth(day) as month,
  sum(block_reward_lamports) / 1e9 as block_fees,
  if(countIf(passed_fee_lamports is null) = 0, sum(passed_fee_lamports), null) / 1e9 as passed_on,
  if(countIf(voting_reward_lamports is null) = 0, sum(voting_reward_lamports), null) / 1e9 as commission,
  if(countIf(mev_commission_lamports is null) = 0, sum(mev_commission_lamports), null) / 1e9 as mev_commission,
  if(countIf(staking_reward_lamports is null) = 0, sum(staking_reward_lamports), null) / 1e9 as delegators_inflation,
  if(countIf(mev_reward_lamports is null) = 0, sum(mev_reward_lamports), null) / 1e9 as delegators_mev,
  if(countIf(delegator_fee_lamports is null) = 0, sum(delegator_fee_lamports), null) / 1e9 as delegators_fees
from solana_validator_reward_daily
where network = 'mainnet'
group by month
order by month desc
