-- Wei as gwei, rounded down; null if a part of it is unknown.
-- is_known: whether all parts are known. wei: any integer. Returns Nullable(Int64).
-- Example: vaKnownGwei(1, 2999999999) = 2 and vaKnownGwei(0, 2999999999) is null
create or replace function vaKnownGwei as (is_known, wei) -> if(is_known, toInt64(intDiv(wei, 1000000000)), null)
