-- Whole AVAX, exact to the nAVAX.
-- navax: any integer, or null. Returns Decimal(76, 9).
-- Example: vaAvax(1500000001) = toDecimal256('1.500000001', 9) and vaAvax(-1) = toDecimal256('-0.000000001', 9)
create or replace function vaAvax as (navax) -> toDecimal256(navax, 0) * toDecimal256('0.000000001', 9)
