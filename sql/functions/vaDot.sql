-- Planck as whole DOT, exact.
-- planck: an integer. Returns Decimal(76, 10), which JSON shows without trailing zeros.
-- Example: vaDot(12345678901) = toDecimal256('1.2345678901', 10)
create or replace function vaDot as (planck) -> toDecimal256(planck, 0) * toDecimal256('0.0000000001', 10)
