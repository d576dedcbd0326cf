-- Totals over validators of Polygon.
with subjects as (
  /* include fragments/polygon/subjects_validator.sql */
)
/* include fragments/subjects_summary.sql */
