-- Whole ETH, exact to the gwei, in eight bytes, which suffice for sorting a million validators.
-- gwei: Int64, or null. Returns Decimal(18, 9).
-- Example: vaEthOfGwei(toInt64(-1500000001)) = toDecimal64('-1.500000001', 9)
create or replace function vaEthOfGwei as (gwei) -> reinterpret(gwei, 'Decimal(18, 9)')
