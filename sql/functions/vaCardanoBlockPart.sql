-- The part of an epoch's reward earned by some of a pool's blocks: the reward up to the last of them, rounded down,
-- less the reward up to the block before the first. All parts add up to the reward.
-- reward: of the epoch, in lovelace. before: blocks of the pool before them, UInt256. until: blocks up to the last of
-- them. total: all of its blocks of the epoch, at least 1. Returns Int64.
-- Example: vaCardanoBlockPart(100, toUInt256(1), toUInt256(2), toUInt256(3)) = 33
create or replace function vaCardanoBlockPart as (reward, before, until, total) ->
  toInt64(intDiv(reward * until, total)) - toInt64(intDiv(reward * before, total))
