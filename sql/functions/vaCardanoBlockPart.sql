-- What some of a pool's blocks earned of an epoch's reward: what the blocks up to the last of them earned, rounded
-- down, less the same of those before the first, so that all parts add up to the reward.
-- reward: of the epoch, in lovelace. before: blocks of the pool before them, UInt256. until: blocks up to the last of
-- them. total: all of its blocks of the epoch, at least 1. Returns Int64.
-- Example: vaCardanoBlockPart(100, toUInt256(1), toUInt256(2), toUInt256(3)) = 33
create or replace function vaCardanoBlockPart as (reward, before, until, total) ->
  toInt64(intDiv(reward * until, total)) - toInt64(intDiv(reward * before, total))
