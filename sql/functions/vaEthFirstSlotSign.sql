-- How what an epoch's first slot pays sync committees counts between two states, beside what epochs that end in between
-- pay: each state is of an epoch's first slot with its block applied, so that of the first one is paid before.
-- epoch: of the slot. before: epoch of the first state. after: epoch of the second. Returns Int16.
-- Example: vaEthFirstSlotSign(10, 10, 11) = -1 and vaEthFirstSlotSign(11, 10, 11) = 1
create or replace function vaEthFirstSlotSign as (epoch, before, after) ->
  toInt8(epoch = after) - toInt8(epoch = before)
