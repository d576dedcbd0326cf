-- Validators of Avalanche's primary network, together.
with subjects as (
  /* include fragments/avalanche/subjects_validator.sql */
)
/* include fragments/subjects_summary.sql */
