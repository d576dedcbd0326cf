-- Whole ETH, exact to the wei.
-- wei: any integer, or null. Returns Decimal(76, 18).
-- Example: vaEthOfWei(-1500000000000000001) = toDecimal256('-1.500000000000000001', 18)
create or replace function vaEthOfWei as (wei) -> toDecimal256(wei, 0) * toDecimal256('0.000000000000000001', 18)
