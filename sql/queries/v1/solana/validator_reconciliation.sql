-- What delegators' payouts tell of a validator's commission on inflation, and what its vote account was paid, in SOL.
select
  record.day as date,
  'voteCommissionRewards' as quantity,
  vaSol(record.voting_reward_lamports - record.commission_residual_lamports) as expected,
  toNullable(vaSol(record.voting_reward_lamports)) as actual,
  vaSol(record.commission_residual_lamports) as residual,
  'SOL' as unit,
  if(record.commission_residual_lamports is null, 'the rate of a payout is not known', null) as reason,
  toBool(record.is_complete = 1) as isComplete
from fct_solana_validator_reward_daily as record final
where
  record.network = {network:String}
  and record.vote_account = {voteAccount:String}
  and vaWithin(record.day, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
order by toUInt16(record.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
