-- Proposals of validators, one row per validator and period.
-- Over several days, counts are sums, ratios are ratios of sums, and ratings are means of the complete days.
select
  /* include fragments/eth/record_period_fields.sql */,
  vaMeanOfDays(performance.is_complete, performance.proposer_effectiveness) as proposerEffectiveness,
  /* include fragments/eth/proposal_sums.sql */,
  /* include fragments/eth/record_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/requested_days.sql */
/* include fragments/eth/record_page.sql */
