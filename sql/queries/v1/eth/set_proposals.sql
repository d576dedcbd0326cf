-- Proposals of a private set, or of listed validators, one row per period.
-- Counts and amounts are sums over its validators; all other values are unweighted means of their daily values.
/* include fragments/eth/set_lives.sql */
select
  /* include fragments/eth/group_period_fields.sql */,
  /* include fragments/eth/set_validator_count.sql */,
  vaMeanOfManyDays(performance.is_complete, performance.proposer_effectiveness) as avgProposerEffectiveness,
  /* include fragments/eth/proposal_sums.sql */,
  /* include fragments/eth/record_state_fields.sql */
from fct_eth_validator_performance_daily as performance final
where
  /* include fragments/eth/set_days.sql */
  and /* include fragments/eth/requested_days.sql */
/* include fragments/eth/group_page.sql */
