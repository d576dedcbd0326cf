-- The sign with which deposits queued in a state count as deposits between two states: those queued in the first state
-- are credited later, those queued in the second are not credited yet.
-- epoch: of the queue. before: epoch of the first state. after: epoch of the second. Returns Int16.
-- Example: vaEthQueuedSign(10, 10, 11) = 1 and vaEthQueuedSign(11, 10, 11) = -1
create or replace function vaEthQueuedSign as (epoch, before, after) ->
  toInt8(epoch = before) - toInt8(epoch = after)
