-- The network in a period, from "sums" of its validators and "parts" of its slots.
sums.from_slot as from_slot,
sums.to_slot as to_slot,
sums.from_epoch as from_epoch,
sums.to_epoch as to_epoch,
sums.stake as activated_stake_lamports,
sums.voter_count as voter_count,
-- allow narrow-product: slots of some epochs times some thousand voters
parts.votable_count * sums.voter_count as votable_count,
parts.slot_count as leader_slot_count,
parts.produced_count as produced_count,
parts.empty_count as empty_count,
parts.vote_only_count as vote_only_count,
parts.unknown_count as unknown_count,
sums.confirmed_count as confirmed_count,
sums.alpenglow_slot_count as alpenglow_slot_count,
-- allow narrow-product: 16 for each slot of some epochs times some thousand voters
parts.vote_score_max * sums.voter_count as vote_score_max,
sums.vote_count as vote_count,
sums.latency_sum as latency_sum,
sums.vote_score as vote_score,
sums.participation as participation,
if(
  parts.unknown_count = 0,
  vaRatio(parts.produced_count - 0.75 * (parts.empty_count + parts.vote_only_count), parts.slot_count),
  null
) as proposer_effectiveness,
multiIf(
  parts.unread_count > 0,
  null,
  parts.alpenglow_block_count = 0,
  vaRatio(sums.vote_score, parts.vote_score_max * sums.voter_count),
  sums.participation
) as voting_effectiveness,
multiIf(
  parts.unknown_count > 0 or parts.unread_count > 0,
  null,
  proposer_effectiveness is null,
  voting_effectiveness,
  voting_effectiveness is null,
  proposer_effectiveness,
  (proposer_effectiveness * {proposer_weight:UInt32} + voting_effectiveness * {voting_weight:UInt32})
    / nullIf({proposer_weight:UInt32} + {voting_weight:UInt32}, 0)
) as effectiveness,
toUInt8({rating_version:UInt32}) as rating_version,
sums.is_complete as is_complete,
sums.from_at as from_at,
sums.to_at as to_at,
sums.version as version
