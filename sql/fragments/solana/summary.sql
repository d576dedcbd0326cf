-- A record for each validator of `sums`.
select
  sums.identity as validatorIdentity,
  sums.vote_account as voteAccount,
  {timeWindow:String} as timeWindow,
  voters.name as name,
  voters.name as validatorName,
  paid.validator_apy as validatorApy,
  paid.delegator_apy as delegatorApy,
  voters.commission_bps / 10000 as voteCommissionRate,
  tips.commission_bps / 10000 as mevCommissionRate,
  divideDecimal(toDecimal256(sums.stake_lamports, 0), toDecimal256(1000000000, 0), 9) as totalStake,
  vaRatio(sums.stake_lamports, network_stake_lamports) as networkPenetration,
  sums.effectiveness as effectiveness,
  -- allow optional-default: a validator that is not in the snapshot of stake accounts has none
  if(stake_epoch is null, null, toNullable(stakes.stake_account_count)) as stakeAccountCount,
  sums.vote_latency as voteLatency
from sums
left join paid on paid.vote_account = sums.vote_account
left join voters on voters.vote_account = sums.vote_account
left join tips on tips.vote_account = sums.vote_account
left join stakes on stakes.vote_account = sums.vote_account
