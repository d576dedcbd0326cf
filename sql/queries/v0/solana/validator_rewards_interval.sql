-- Rewards of one validator and its delegators in intervals of 3,000 slots, in order of time.
select
  record.vote_account as voteAccount,
  record.identity as validatorIdentity,
  /* include fragments/solana/served_period_interval.sql */
  /* include fragments/solana/validator_reward_amounts.sql */,
  /* include fragments/solana/served_validator_rewards.sql */
from fct_solana_validator_reward_interval as record final
where
  /* include fragments/solana/requested_intervals.sql */
  and record.vote_account = {voteAccount:String}
order by toInt64(record.interval_slot) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {size:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
