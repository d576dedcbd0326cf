-- Summary of one validator over a window of days.
with
  /* include fragments/solana/window_days.sql */
  /* include fragments/solana/rating_versions.sql */
  sums as (
    select
      /* include fragments/solana/window_rating.sql */
      /* include fragments/solana/window_validator.sql */
  ),
  /* include fragments/solana/window_paid.sql */,
  /* include fragments/solana/summary_sources.sql */
/* include fragments/solana/summary.sql */
