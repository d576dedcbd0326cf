-- A page of delegators of Polygon.
with subjects as (
  /* include fragments/polygon/subjects_delegator.sql */
)
/* include fragments/subjects_page.sql */
