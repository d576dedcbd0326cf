-- A page of validators of Polygon.
with
  /* include fragments/polygon/rating_versions.sql */,
  subjects as (
    /* include fragments/polygon/subjects_validator.sql */
  )
/* include fragments/subjects_page.sql */
