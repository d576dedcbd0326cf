-- The 200 most effective validators with stake over a window of days.
with
  /* include fragments/solana/window_days.sql */
  /* include fragments/solana/rating_versions.sql */
  sums as (
    select
      /* include fragments/solana/window_rating.sql */
      /* include fragments/solana/window_validator.sql */
  ),
  /* include fragments/solana/window_paid.sql */
select
  row_number() over (order by sums.effectiveness desc, sums.stake_lamports desc, sums.vote_account asc) as rank,
  sums.vote_account as voteAccount,
  sums.identity as validatorIdentity,
  voters.name as validatorName,
  {timeWindow:String} as timeWindow,
  sums.effectiveness as effectiveness,
  sums.proposer_effectiveness as proposerEffectiveness,
  sums.voting_effectiveness as votingEffectiveness,
  sums.skip_rate as skipRate,
  sums.vote_latency as voteLatency,
  paid.delegator_apy as delegatorApy,
  vaRatio(sums.stake_lamports, network_stake_lamports) as networkPenetration
from sums
left join paid on paid.vote_account = sums.vote_account
left join voters on voters.vote_account = sums.vote_account
where sums.effectiveness is not null and sums.stake_lamports > 0
order by rank asc
limit 200
