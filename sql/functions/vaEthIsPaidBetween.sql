-- Whether attestations of an epoch are paid between two states, each that of an epoch's first slot. They are paid at
-- the end of the following epoch.
-- epoch: of the duty. before: epoch of the first state. after: epoch of the second. Returns UInt8.
-- Example: vaEthIsPaidBetween(9, 10, 11) = 1 and vaEthIsPaidBetween(10, 10, 11) = 0
create or replace function vaEthIsPaidBetween as (epoch, before, after) -> (epoch + 1 >= before and epoch + 2 <= after)
