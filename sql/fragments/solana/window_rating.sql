-- Ratings of several days of a `record`, from their sums. Credits are in parts of 10^12: under Alpenglow, days have a
-- ratio.
-- Days without a rating, because blocks were not read whole, are left out. A window has the rating version of its last
-- day. Needs rating_versions.sql.
indexOf(rating_versions.1, argMax(record.rating_version, record.day)) as version_place,
vaRatio(
  sumIf(
    record.produced_count - 0.75 * (record.empty_count + record.vote_only_count),
    record.effectiveness is not null and record.leader_slot_count is not null
  ),
  sumIf(record.leader_slot_count, record.effectiveness is not null)
) as proposer_effectiveness,
vaRatio(
  sumIf(
    if(
      record.vote_score is null,
      toUInt256(round(ifNull(record.voting_effectiveness, 0) * 1000000000000)) * record.confirmed_count * 16,
      toUInt256(ifNull(record.vote_score, 0)) * 1000000000000
    ),
    record.effectiveness is not null and record.voting_effectiveness is not null
  ),
  sumIf(
    toUInt256(if(record.vote_score is null, toUInt64(record.confirmed_count) * 16, record.vote_score_max)),
    record.effectiveness is not null and record.voting_effectiveness is not null
  ) * 1000000000000
) as voting_effectiveness,
multiIf(
  proposer_effectiveness is null,
  voting_effectiveness,
  voting_effectiveness is null,
  proposer_effectiveness,
  (
    proposer_effectiveness * rating_versions.2[version_place]
    + voting_effectiveness * rating_versions.3[version_place]
  ) / nullIf(rating_versions.2[version_place] + rating_versions.3[version_place], 0)
) as effectiveness,
-- One slot under Alpenglow is enough to make the votes of all unknown.
sum(record.alpenglow_slot_count) > 0 as is_after,
