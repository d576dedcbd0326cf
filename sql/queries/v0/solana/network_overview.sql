-- The network over each window of days.
with
  /* include fragments/solana/overview_windows.sql */
  sums as (
    select
      /* include fragments/solana/window_rating.sql */
      /* include fragments/solana/overview_sums.sql */
  )
/* include fragments/solana/overview_fields.sql */
