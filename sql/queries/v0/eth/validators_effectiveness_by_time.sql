-- One row per period over all asked validators, the latest period first. The three ratings are means over the
-- validators of their means over the days (methodology: aggregation). isComplete is for the cache header only.
select
  /* include fragments/eth/effectiveness_period_fields.sql */,
  /* include fragments/eth/attestation_fields.sql */,
  vaMeanOfMeans(performance.validator_index, performance.attester_effectiveness) as attesterEffectiveness,
  vaMeanOfMeans(performance.validator_index, performance.validator_effectiveness) as validatorEffectiveness,
  vaMeanOfMeans(performance.validator_index, performance.proposer_effectiveness) as proposerEffectiveness,
  /* include fragments/eth/duty_and_reward_fields.sql */,
  toBool({granularity:String} = 'day' and min(performance.is_complete) = 1) as isComplete
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = 'chain'
  and /* include fragments/eth/asked_days.sql */
group by vaPeriodStart({granularity:String}, performance.date) as period
order by period desc
limit {size:UInt64} offset {offset:UInt64}
