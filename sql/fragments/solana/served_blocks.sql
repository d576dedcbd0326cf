-- Leader slots of a `record` in the form of answers. Empty blocks also count before Alpenglow, but are not returned.
record.leader_slot_count as leaderSlots,
record.produced_count as producedBlocks,
leaderSlots - producedBlocks as skippedSlots,
if(record.alpenglow_slot_count = 0, 0, if(record.unknown_count > 0, null, toNullable(record.empty_count)))
  as emptySlots,
if(record.unknown_count > 0, null, toNullable(record.vote_only_count)) as voteOnlyBlocks,
vaRatio(skippedSlots, leaderSlots) as skipRate,
record.proposer_effectiveness as proposerEffectiveness,
record.voting_effectiveness as votingEffectiveness,
