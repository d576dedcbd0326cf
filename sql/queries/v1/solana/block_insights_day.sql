-- One validator's use of its slots, by day, in order of time.
select
  record.vote_account as voteAccount,
  record.identity as validatorIdentity,
  /* include fragments/solana/served_period_day.sql */
  /* include fragments/solana/served_blocks.sql */
  divideDecimal(toDecimal256(reward.lamports, 0), toDecimal256(1000000000, 0), 9) as blockRewards,
  /* include fragments/solana/served_depth.sql */
from fct_solana_validator_performance_daily as record final
left join (
  select record.day as day, toNullable(record.block_reward_lamports) as lamports
  from fct_solana_validator_reward_daily as record final
  where record.network = {network:String} and record.vote_account = {voteAccount:String}
) as reward on reward.day = record.day
where
  /* include fragments/solana/requested_days.sql */
  and record.vote_account = {voteAccount:String}
order by toUInt16(record.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
