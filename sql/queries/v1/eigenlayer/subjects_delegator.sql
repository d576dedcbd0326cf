-- A page of stakers of EigenLayer.
with
  /* include fragments/eigenlayer/subject_values.sql */,
  subjects as (
    /* include fragments/eigenlayer/subjects_delegator.sql */
  )
/* include fragments/subjects_page.sql */
