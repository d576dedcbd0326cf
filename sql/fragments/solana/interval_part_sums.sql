-- Sums of the parts of intervals in a period.
sum(slot_count) as slot_count,
sum(produced_count) as produced_count,
sum(empty_count) as empty_count,
sum(vote_only_count) as vote_only_count,
sum(unknown_count) as unknown_count,
sum(votable_count) as votable_count,
sum(vote_score_max) as vote_score_max,
sum(alpenglow_block_count) as alpenglow_block_count,
sum(unread_count) as unread_count
