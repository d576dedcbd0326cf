-- validator_effectiveness.sql for days: a day is a single row, so nothing is grouped.
select
  /* include fragments/eth/record_day_fields.sql */,
  performance.validator_effectiveness as validatorEffectiveness,
  performance.attester_effectiveness as attesterEffectiveness,
  performance.proposer_effectiveness as proposerEffectiveness,
  vaRatio(performance.attested_count, performance.attestation_duty_count) as uptime,
  vaRatio(performance.correct_vote_count, performance.counted_vote_count) as avgCorrectness,
  vaRatio(performance.inclusion_delay_sum, performance.attested_count) as avgInclusionDelay,
  performance.inclusion_delay_sum as sumInclusionDelay,
  /* include fragments/eth/record_day_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/requested_days.sql */
/* include fragments/eth/record_day_page.sql */
/* include fragments/keyed_read.sql */
