-- Fields of a record, after its key and identity.
{from_slot:UInt32} as from_slot,
{to_slot:UInt32} as to_slot,
{from_epoch:UInt32} as from_epoch,
{to_epoch:UInt32} as to_epoch,
if((select count() from voters) > 0, toNullable(sums.stake), null) as activated_stake_lamports,
sums.leader_slot_count as leader_slot_count,
sums.produced_count as produced_count,
sums.empty_count as empty_count,
sums.vote_only_count as vote_only_count,
sums.unknown_count as unknown_count,
{confirmed_count:UInt32} as confirmed_count,
{alpenglow_slot_count:UInt32} as alpenglow_slot_count,
{vote_score_max:UInt64} as vote_score_max,
if({alpenglow_slot_count:UInt32} = 0 and {unread_count:UInt32} = 0, toNullable(sums.vote_count), null) as vote_count,
if({alpenglow_slot_count:UInt32} = 0 and {unread_count:UInt32} = 0, toNullable(sums.latency_sum), null) as latency_sum,
if({alpenglow_slot_count:UInt32} = 0 and {unread_count:UInt32} = 0, toNullable(sums.vote_score), null) as vote_score,
sums.participation as participation,
sums.proposer_effectiveness as proposer_effectiveness,
multiIf(
  {unread_count:UInt32} > 0,
  null,
  {alpenglow_block_count:UInt32} = 0,
  vaRatio(sums.vote_score, {vote_score_max:UInt64}),
  vaRatio(
    sums.vote_score + 16 * sums.participation * {alpenglow_block_count:UInt32},
    {vote_score_max:UInt64} + 16 * {alpenglow_block_count:UInt32}
  )
) as voting_effectiveness,
multiIf(
  sums.unknown_count > 0 or {unread_count:UInt32} > 0 or sums.leader_slot_count is null,
  null,
  proposer_effectiveness is null,
  voting_effectiveness,
  voting_effectiveness is null,
  proposer_effectiveness,
  (proposer_effectiveness * {proposer_weight:UInt32} + voting_effectiveness * {voting_weight:UInt32})
    / nullIf({proposer_weight:UInt32} + {voting_weight:UInt32}, 0)
) as effectiveness,
toUInt8({rating_version:UInt32}) as rating_version,
