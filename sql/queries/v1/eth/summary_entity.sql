-- Totals over entities of Ethereum of a type.
with subjects as (
  /* include fragments/eth/subjects_entity.sql */
)
/* include fragments/subjects_summary.sql */
