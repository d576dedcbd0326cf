-- Totals over delegators of a CometBFT network.
with subjects as (
  /* include fragments/cosmos/subjects_delegator.sql */
)
/* include fragments/subjects_summary.sql */
