-- Rewards in gwei of a private set, or of listed validators, one row per period.
-- Counts and amounts are sums over its validators; all other values are unweighted means of their daily values.
/* include fragments/eth/set_lives.sql */
select
  /* include fragments/eth/group_period_fields.sql */,
  /* include fragments/eth/set_validator_count.sql */,
  /* include fragments/eth/reward_sums.sql */,
  /* include fragments/eth/open_facts.sql */ as waitsFor,
  /* include fragments/eth/record_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  /* include fragments/eth/set_days.sql */
  and /* include fragments/eth/requested_days.sql */
/* include fragments/eth/group_page.sql */
