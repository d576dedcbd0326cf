-- Totals over validators of Ethereum.
with subjects as (
  /* include fragments/eth/subjects_validator.sql */
)
/* include fragments/subjects_summary.sql */
