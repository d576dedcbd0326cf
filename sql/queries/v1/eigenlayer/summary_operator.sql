-- Totals over operators of EigenLayer.
with
  /* include fragments/eigenlayer/subject_values.sql */,
  covering as (
    /* include fragments/eigenlayer/covering_roots.sql */
  ),
  /* include fragments/eigenlayer/subject_rewards.sql */,
  subjects as (
    /* include fragments/eigenlayer/subjects_operator.sql */
  )
/* include fragments/subjects_summary.sql */
