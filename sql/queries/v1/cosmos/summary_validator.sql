-- Validators of a CometBFT network, together.
with subjects as (
  /* include fragments/cosmos/subjects_validator.sql */
)
/* include fragments/subjects_summary.sql */
