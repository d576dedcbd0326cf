-- Totals over stakers of EigenLayer.
with
  /* include fragments/eigenlayer/subject_values.sql */,
  subjects as (
    /* include fragments/eigenlayer/subjects_delegator.sql */
  )
/* include fragments/subjects_summary.sql */
