-- Summaries of all validators, or of those that a stake authority delegates to.
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
where {stakeAuthority:Nullable(String)} is null or stakes.is_requested
order by
  multiIf(
    {sortBy:String} = 'effectiveness',
    effectiveness,
    {sortBy:String} = 'delegatorApy',
    delegatorApy,
    {sortBy:String} = 'validatorApy',
    validatorApy,
    {sortBy:String} = 'voteLatency',
    voteLatency,
    networkPenetration
  ) * if({sortOrder:String} = 'desc', -1, 1) asc nulls last,
  voteAccount asc
limit {size:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
