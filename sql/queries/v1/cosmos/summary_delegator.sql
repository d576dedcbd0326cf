-- Delegators of a CometBFT network, together.
with subjects as (
  /* include fragments/cosmos/subjects_delegator.sql */
)
/* include fragments/subjects_summary.sql */
