-- Totals over validators of a CometBFT network.
with subjects as (
  /* include fragments/cosmos/subjects_validator.sql */
)
/* include fragments/subjects_summary.sql */
