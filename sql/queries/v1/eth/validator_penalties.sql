-- Penalties in gwei of validators, one row per validator and period: sums.
select
  /* include fragments/eth/record_period_fields.sql */,
  /* include fragments/eth/penalty_sums.sql */,
  /* include fragments/eth/record_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/requested_days.sql */
/* include fragments/eth/record_page.sql */
