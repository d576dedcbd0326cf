-- The network over each window of days, as a list.
with
  /* include fragments/solana/overview_windows.sql */
  /* include fragments/solana/rating_versions.sql */
  sums as (
    select
      /* include fragments/solana/window_rating.sql */
      /* include fragments/solana/overview_sums.sql */
  )
/* include fragments/solana/overview_fields.sql */
limit {limit:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
