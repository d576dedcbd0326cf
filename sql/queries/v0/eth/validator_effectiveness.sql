-- One row per validator and period, latest period first, then by index. Over several days, the three ratings are means
-- of the daily values over complete days (methodology: aggregation). isComplete is for the cache header only.
select
  performance.validator_index as validatorIndex,
  transform(performance.validator_index, {indices:Array(UInt32)}, {pubkeys:Array(String)}, '') as validatorPubkey,
  /* include fragments/eth/effectiveness_period_fields.sql */,
  /* include fragments/eth/attestation_fields.sql */,
  /* include fragments/eth/attestation_ratios.sql */,
  vaMeanOfDays(performance.is_complete, performance.attester_effectiveness) as attesterEffectiveness,
  vaMeanOfDays(performance.is_complete, performance.validator_effectiveness) as validatorEffectiveness,
  vaMeanOfDays(performance.is_complete, performance.proposer_effectiveness) as proposerEffectiveness,
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
group by validatorIndex, vaPeriodStart({granularity:String}, performance.date) as period
order by period desc, validatorIndex asc
limit {size:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
