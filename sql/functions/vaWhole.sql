-- An integer as a decimal number, so that integer amounts can be combined with fractions.
-- amount: any integer, or null. Returns Decimal(76, 0).
-- Example: vaWhole(-5) + toDecimal256('0.5', 1) = toDecimal256('-4.5', 1)
create or replace function vaWhole as (amount) -> toDecimal256(amount, 0)
