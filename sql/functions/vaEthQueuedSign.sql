-- How deposits that are queued in a state count as deposits between two states: what waits in the first one is credited
-- later, what waits in the second is not credited yet.
-- epoch: of the queue. before: epoch of the first state. after: epoch of the second. Returns Int16.
-- Example: vaEthQueuedSign(10, 10, 11) = 1 and vaEthQueuedSign(11, 10, 11) = -1
create or replace function vaEthQueuedSign as (epoch, before, after) ->
  toInt8(epoch = before) - toInt8(epoch = after)
