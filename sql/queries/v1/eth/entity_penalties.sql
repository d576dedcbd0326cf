-- Penalties in gwei of an entity, or of the network, one row per period.
-- Counts and amounts are sums over its validators; all other values are unweighted means of their daily values.
select
  /* include fragments/eth/group_period_fields.sql */,
  argMax(performance.validator_count, performance.day) as validatorCount,
  /* include fragments/eth/penalty_sums.sql */,
  /* include fragments/eth/record_state_fields.sql */
from fct_eth_entity_performance_daily as performance final
where
  /* include fragments/eth/requested_entity_days.sql */
/* include fragments/eth/group_page.sql */
