-- Totals over validators of Avalanche's primary network.
with subjects as (
  /* include fragments/avalanche/subjects_validator.sql */
)
/* include fragments/subjects_summary.sql */
