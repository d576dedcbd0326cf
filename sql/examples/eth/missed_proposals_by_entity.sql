-- Which pools missed the most proposals in the last thirty complete days, and what did that cost?
-- Rewards of a missed block are the mean of the blocks of its epoch. Orphaned blocks count as missed. Null: no
-- execution node returned data for a block of these days.
with
  last_days as (
    select max(day) as last_day
    from eth_entity_performance_daily
    where network = 'mainnet' and day_type = 'utc' and id_type = 'network' and is_complete = 1
  )
select
  entity as pool,
  sum(proposer_duty_count) as duties,
  sum(proposer_duty_count - proposed_count) as missed,
  sum(orphaned_count) as of_them_orphaned,
  round(vaRatio(missed, duties) * 100, 3) as missed_percent,
  sum(missed_proposal_reward_gwei) / 1e9 as consensus_eth,
  if(sum(unknown_missed_count) = 0, toFloat64(sum(missed_execution_rewards_wei)) / 1e18, null) as execution_eth
from eth_entity_performance_daily
where
  network = 'mainnet'
  and day_type = 'utc'
  and id_type = 'pool'
  and entity != ''
  and is_complete = 1
  and day > (select last_day from last_days) - 30
  and day <= (select last_day from last_days)
group by pool
having missed > 0
order by missed desc, pool asc
