-- One row per period over all requested validators, latest period first. Ratios and ratings are means of the daily
-- values of all validators over complete days, not of sums (methodology: aggregation). isComplete is for the cache
-- header only.
select
  /* include fragments/eth/effectiveness_period_fields.sql */,
  /* include fragments/eth/attestation_fields.sql */,
  vaMeanOfManyDays(
    performance.is_complete, vaRatio(performance.inclusion_delay_sum, performance.attested_count)
  ) as avgInclusionDelay,
  vaMeanOfManyDays(
    performance.is_complete, vaRatio(performance.correct_vote_count, performance.counted_vote_count)
  ) as avgCorrectness,
  vaMeanOfManyDays(
    performance.is_complete, vaRatio(performance.attested_count, performance.attestation_duty_count)
  ) as uptime,
  vaMeanOfManyDays(performance.is_complete, performance.attester_effectiveness) as attesterEffectiveness,
  vaMeanOfManyDays(performance.is_complete, performance.validator_effectiveness) as validatorEffectiveness,
  vaMeanOfManyDays(performance.is_complete, performance.proposer_effectiveness) as proposerEffectiveness,
  /* include fragments/eth/duty_and_reward_fields.sql */,
  toBool(
    {granularity:String} = 'day'
    and min(performance.is_complete) = 1
    and empty(/* include fragments/eth/open_facts.sql */)
  ) as isComplete
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = 'chain'
  and /* include fragments/eth/requested_days.sql */
group by vaPeriodStart({granularity:String}, performance.date) as period
order by period desc
limit {size:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
