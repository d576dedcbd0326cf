-- Whether a change applies after the first of two states and no later than the second: the block of a slot, or the
-- transition to an epoch. Each state is that of an epoch's first slot with its block applied.
-- height: slot or epoch. before: slot or epoch of the first state. after: of the second. Returns UInt8.
-- Example: vaEthIsBehind(33, 32, 64) = 1 and vaEthIsBehind(32, 32, 64) = 0 and vaEthIsBehind(64, 32, 64) = 1
create or replace function vaEthIsBehind as (height, before, after) -> (height > before and height <= after)
