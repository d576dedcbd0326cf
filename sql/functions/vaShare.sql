-- A ratio as a decimal of five digits, rounded half up; 0 if the whole is 0.
-- part, whole: unsigned integers of one unit. Returns Decimal.
-- Example: vaShare(1, 64) = 0.01563 and vaShare(0, 0) = 0
create or replace function vaShare as (part, whole) ->
  toDecimal64(intDiv(toUInt128(part) * 200000 + whole, greatest(toUInt128(whole), 1) * 2), 5) / 100000
