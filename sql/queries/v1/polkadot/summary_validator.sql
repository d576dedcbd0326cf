-- Totals over validators of Polkadot.
with subjects as (
  /* include fragments/polkadot/subjects_validator.sql */
)
/* include fragments/subjects_summary.sql */
