-- Which validators' votes land the latest?
-- Mean slots from a block to the vote for it, over the last seven days; credits shrink from the third slot on
-- (SIMD-0033). Needs SOLANA_BLOCKS=votes; under Alpenglow votes are no longer on chain.
with
  last_days as (
    select max(day) as last_day from solana_network_performance_daily where network = 'mainnet' and is_complete = 1
  )
select
  vote_account,
  -- allow unknown-as-zero: null as vote_count, which the condition leaves out
  round(vaRatio(sum(latency_sum), sum(vote_count)), 3) as vote_latency,
  -- allow unknown-as-zero: null as vote_count, which the condition leaves out
  round(vaRatio(sum(vote_score), sum(vote_score_max)), 4) as voting_effectiveness,
  argMax(activated_stake_lamports, day) / 1e9 as stake_sol
from solana_validator_performance_daily
where
  network = 'mainnet'
  and vote_count is not null
  and day > (select last_day from last_days) - 7
  and day <= (select last_day from last_days)
group by vote_account
order by vote_latency desc, vote_account asc
limit 20
