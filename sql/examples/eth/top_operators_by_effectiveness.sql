-- Which operators were the most effective in the last seven complete days?
-- The rating of an operator is the unweighted mean over its validators and days. Only operators with ten or more
-- validators are listed.
with
  last_days as (
    select max(day) as last_day
    from eth_entity_performance_daily
    where network = 'mainnet' and day_type = 'utc' and id_type = 'network' and is_complete = 1
  )
select
  entity as operator,
  round(vaMeanOfSums(is_complete, validator_effectiveness_mean_sum, validator_effectiveness_mean_count), 3)
    as effectiveness,
  max(validator_count) as validators,
  sum(proposer_duty_count - proposed_count) as missed_proposals
from eth_entity_performance_daily
where
  network = 'mainnet'
  and day_type = 'utc'
  and id_type = 'nodeOperator'
  and entity != ''
  and day > (select last_day from last_days) - 7
  and day <= (select last_day from last_days)
group by operator
having validators >= 10
order by effectiveness desc, operator asc
limit 20
