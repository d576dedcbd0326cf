-- Totals over validators of Solana.
with
  /* include fragments/solana/subject_days.sql */
  /* include fragments/solana/rating_versions.sql */
  sums as (
    select
      /* include fragments/solana/window_rating.sql */
      /* include fragments/solana/subject_sums.sql */
  ),
  subjects as (
    /* include fragments/solana/subjects_validator.sql */
  )
/* include fragments/subjects_summary.sql */
