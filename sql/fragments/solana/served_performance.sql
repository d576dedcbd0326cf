-- Fields of a validator's `record`, after its period; `whole` is the network's record of the same period.
record.effectiveness as effectiveness,
whole.effectiveness as networkEffectiveness,
record.vote_count as totalVotes,
record.latency_sum as sumLatency,
vaRatio(sumLatency, totalVotes) as voteLatency,
record.vote_score as totalVoteScore,
-- Without stake nothing can be missed.
multiIf(
  record.vote_count is null or record.activated_stake_lamports is null,
  null,
  record.activated_stake_lamports = 0,
  0,
  -- allow nullable-extreme: neither argument is null in this branch
  greatest(toInt64(record.confirmed_count) - record.vote_count, 0)
) as delinquencies,
if(record.activated_stake_lamports > 0, vaRatio(record.vote_count, record.confirmed_count), null) as uptime,
record.confirmed_count as confirmedBlocks,
divideDecimal(toDecimal256(record.activated_stake_lamports, 0), toDecimal256(1000000000, 0), 9) as activatedStake,
