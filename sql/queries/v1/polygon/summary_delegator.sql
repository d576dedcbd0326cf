-- Delegators of Polygon, together.
with subjects as (
  /* include fragments/polygon/subjects_delegator.sql */
)
/* include fragments/subjects_summary.sql */
