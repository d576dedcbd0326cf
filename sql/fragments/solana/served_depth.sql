-- Source of a `record`: where votes are on chain, they are known only for completely read blocks.
if(
  if(record.alpenglow_slot_count = 0, record.vote_count is null, record.unknown_count > 0),
  'rewards',
  'votes'
) as depth,
toBool(record.is_complete = 1) as isComplete
