-- A validator's commission on inflation computed from delegators' payouts, compared with the payment to its vote
-- account, in SOL.
select
  record.day as date,
  'voteCommissionRewards' as quantity,
  vaSol(record.voting_reward_lamports - record.commission_residual_lamports) as expected,
  vaSol(record.voting_reward_lamports) as actual,
  vaSol(record.commission_residual_lamports) as residual,
  'SOL' as unit,
  multiIf(
    record.commission_residual_lamports is not null,
    null,
    record.staking_reward_lamports is null,
    'no reading of stake accounts says whose payouts are',
    record.voting_reward_lamports is null,
    'commission was paid to a collector, not to the vote account',
    'no payout shows the rate, or the payout of an epoch runs past midnight'
  ) as reason,
  -- A later snapshot of stake accounts changes the record.
  toBool(record.is_complete = 1 and record.staking_reward_lamports is not null) as isComplete
from fct_solana_validator_reward_daily as record final
where
  record.network = {network:String}
  and record.vote_account = {voteAccount:String}
  and vaWithin(record.day, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
order by toUInt16(record.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
