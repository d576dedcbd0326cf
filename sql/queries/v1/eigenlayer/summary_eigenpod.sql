-- Totals over eigenPods.
with subjects as (
  /* include fragments/eigenlayer/subjects_eigenpod.sql */
)
/* include fragments/subjects_summary.sql */
