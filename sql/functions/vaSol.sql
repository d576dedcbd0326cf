-- Whole SOL, exact to the lamport. It multiplies, as for every token, because divideDecimal takes microseconds per
-- number.
-- lamports: any integer. Returns Decimal(76, 9).
-- Example: vaSol(1500000001) = toDecimal256('1.500000001', 9) and vaSol(-1) = toDecimal256('-0.000000001', 9)
create or replace function vaSol as (lamports) -> toDecimal256(lamports, 0) * toDecimal256('0.000000001', 9)
