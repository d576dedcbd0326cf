-- validator_proposals.sql for days: a day is a single row, so nothing is grouped.
select
  /* include fragments/eth/record_day_fields.sql */,
  performance.proposer_effectiveness as proposerEffectiveness,
  performance.proposer_duty_count as proposerDutiesCount,
  performance.proposed_count as proposedCount,
  performance.proposed_empty_count as executionProposedEmptyCount,
  /* include fragments/eth/record_day_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/requested_days.sql */
/* include fragments/eth/record_day_page.sql */
/* include fragments/keyed_read.sql */
