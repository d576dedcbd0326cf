-- Validators of Polygon, together.
with
  /* include fragments/polygon/rating_versions.sql */,
  subjects as (
    /* include fragments/polygon/subjects_validator.sql */
  )
/* include fragments/subjects_summary.sql */
