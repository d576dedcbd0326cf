-- What a `record` was computed from: where votes are on chain, they are known of whole blocks only.
if(
  if(record.alpenglow_slot_count = 0, record.vote_count is null, record.unknown_count > 0),
  'rewards',
  'votes'
) as depth,
toBool(record.is_complete = 1) as isComplete
