-- Rewards of one validator and its delegators by day, in order of time.
select
  record.vote_account as voteAccount,
  record.identity as validatorIdentity,
  /* include fragments/solana/served_period_day.sql */
  /* include fragments/solana/validator_reward_amounts.sql */,
  /* include fragments/solana/served_validator_rewards.sql */
from fct_solana_validator_reward_daily as record final
where
  /* include fragments/solana/requested_days.sql */
  and record.vote_account = {voteAccount:String}
order by toUInt16(record.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {size:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
