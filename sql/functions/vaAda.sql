-- Whole ADA, exact to the lovelace.
-- lovelace: any integer, or null. Returns Decimal(76, 6).
-- Example: vaAda(1500001) = toDecimal256('1.500001', 6) and vaAda(-1) = toDecimal256('-0.000001', 6)
create or replace function vaAda as (lovelace) -> toDecimal256(lovelace, 0) * toDecimal256('0.000001', 6)
