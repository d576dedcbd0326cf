-- One validator's use of its slots, in intervals of 3,000 slots, in order of time. Fees are stored by day.
select
  record.vote_account as voteAccount,
  record.identity as validatorIdentity,
  /* include fragments/solana/served_period_interval.sql */
  /* include fragments/solana/served_blocks.sql */
  cast(null as Nullable(Decimal256(9))) as blockRewards,
  /* include fragments/solana/served_depth.sql */
from fct_solana_validator_performance_interval as record final
where
  /* include fragments/solana/requested_intervals.sql */
  and record.vote_account = {voteAccount:String}
order by toInt64(record.interval_slot) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
