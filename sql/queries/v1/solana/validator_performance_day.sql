-- Performance of one validator in days, by time.
select
  record.vote_account as voteAccount,
  record.identity as validatorIdentity,
  /* include fragments/solana/served_period_day.sql */
  /* include fragments/solana/served_blocks.sql */
  /* include fragments/solana/served_performance.sql */
  /* include fragments/solana/served_depth.sql */
from fct_solana_validator_performance_daily as record final
left join (
  select record.day as day, record.effectiveness as effectiveness
  from fct_solana_network_performance_daily as record final
  where
    /* include fragments/solana/requested_days.sql */
) as whole on whole.day = record.day
where
  /* include fragments/solana/requested_days.sql */
  and record.vote_account = {voteAccount:String}
order by toUInt16(record.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
