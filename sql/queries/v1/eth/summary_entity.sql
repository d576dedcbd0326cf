-- Entities of Ethereum of a type, together.
with subjects as (
  /* include fragments/eth/subjects_entity.sql */
)
/* include fragments/subjects_summary.sql */
