-- Ratings of validators, one row per validator and period.
-- Over several days, counts are sums, ratios are ratios of sums, and ratings are means of the complete days.
select
  /* include fragments/eth/record_period_fields.sql */,
  vaMeanOfDays(performance.is_complete, performance.validator_effectiveness) as validatorEffectiveness,
  vaMeanOfDays(performance.is_complete, performance.attester_effectiveness) as attesterEffectiveness,
  vaMeanOfDays(performance.is_complete, performance.proposer_effectiveness) as proposerEffectiveness,
  vaRatio(sum(performance.attested_count), sum(performance.attestation_duty_count)) as uptime,
  vaRatio(sum(performance.correct_vote_count), sum(performance.counted_vote_count)) as avgCorrectness,
  vaRatio(sum(performance.inclusion_delay_sum), sum(performance.attested_count)) as avgInclusionDelay,
  sum(performance.inclusion_delay_sum) as sumInclusionDelay,
  /* include fragments/eth/record_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/requested_days.sql */
/* include fragments/eth/record_page.sql */
