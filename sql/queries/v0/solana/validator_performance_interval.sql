-- Performance of one validator in intervals of 3,000 slots, newest first.
select
  record.vote_account as voteAccount,
  record.identity as validatorIdentity,
  /* include fragments/solana/served_period_interval.sql */
  /* include fragments/solana/served_blocks.sql */
  /* include fragments/solana/served_performance.sql */
  /* include fragments/solana/served_depth.sql */
from fct_solana_validator_performance_interval as record final
left join (
  select record.interval_slot as interval_slot, record.effectiveness as effectiveness
  from fct_solana_network_performance_interval as record final
  where
    /* include fragments/solana/requested_intervals.sql */
) as whole on whole.interval_slot = record.interval_slot
where
  /* include fragments/solana/requested_intervals.sql */
  and record.vote_account = {voteAccount:String}
order by record.interval_slot desc
limit {size:UInt64}
/* include fragments/keyed_read.sql */
