-- Totals over delegators of Polygon.
with subjects as (
  /* include fragments/polygon/subjects_delegator.sql */
)
/* include fragments/subjects_summary.sql */
