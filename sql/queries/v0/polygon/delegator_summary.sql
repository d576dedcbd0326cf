-- Summary of one delegator over a window of complete days.
with
  /* include fragments/polygon/window_period.sql */,
  /* include fragments/polygon/rating_versions.sql */,
  tuple(period.1, period.2, period.3, period.4) as requested,
  accounts as (select {delegatorAddress:String} as account),
  /* include fragments/polygon/held_stakes.sql */,
  /* include fragments/polygon/window_sums.sql */,
  paid as (
  /* include fragments/polygon/delegated_checkpoints.sql */
  )
/* include fragments/polygon/delegator_records.sql */
