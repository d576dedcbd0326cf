-- Vote fields of the network's `record`.
record.effectiveness as networkEffectiveness,
vaRatio(record.vote_count, record.votable_count) as voteSuccessRate,
vaRatio(record.latency_sum, record.vote_count) as votingLatency,
record.vote_count as totalVotes,
record.confirmed_count as confirmedBlocks,
