-- Whether an epoch ends between two states, each that of an epoch's first slot with its block applied.
-- epoch: of the end. before: epoch of the first state. after: epoch of the second. Returns UInt8.
-- Example: vaEthIsEndBetween(10, 10, 11) = 1 and vaEthIsEndBetween(11, 10, 11) = 0
create or replace function vaEthIsEndBetween as (epoch, before, after) -> (epoch >= before and epoch < after)
