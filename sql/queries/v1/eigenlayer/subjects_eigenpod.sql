-- A page of EigenPods.
with subjects as (
  /* include fragments/eigenlayer/subjects_eigenpod.sql */
)
/* include fragments/subjects_page.sql */
