-- Totals over pools of Cardano.
with subjects as (
  /* include fragments/cardano/subjects_pool.sql */
)
/* include fragments/subjects_summary.sql */
