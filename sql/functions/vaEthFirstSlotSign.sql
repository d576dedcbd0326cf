-- The sign with which the sync committee rewards of an epoch's first slot count between two states, in addition to the
-- rewards of epochs that end between them. Each state is that of an epoch's first slot with its block applied, so the
-- first state already includes its own slot.
-- epoch: of the slot. before: epoch of the first state. after: epoch of the second. Returns Int16.
-- Example: vaEthFirstSlotSign(10, 10, 11) = -1 and vaEthFirstSlotSign(11, 10, 11) = 1
create or replace function vaEthFirstSlotSign as (epoch, before, after) ->
  toInt8(epoch = after) - toInt8(epoch = before)
