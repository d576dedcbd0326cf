-- A percentage in whole percent as a fraction.
-- percent: an integer, or null. Returns Decimal(76, 2).
-- Example: vaPercent(7) = toDecimal256('0.07', 2)
create or replace function vaPercent as (percent) -> divideDecimal(toDecimal256(percent, 0), toDecimal256(100, 0), 2)
