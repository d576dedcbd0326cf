-- The network over each window of days.
with
  /* include fragments/solana/overview_windows.sql */
  /* include fragments/solana/rating_versions.sql */
  sums as (
    select
      /* include fragments/solana/window_rating.sql */
      /* include fragments/solana/overview_sums.sql */
  )
/* include fragments/solana/overview_fields.sql */
