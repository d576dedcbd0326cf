-- The value of an amount of a token, rounded down to 18 decimals.
-- amount: smallest unit. decimals: decimals of the token, or null. price: of one token, Decimal(38, 18), or null.
-- Returns Nullable(Decimal(76, 18)).
-- Example: vaEigenlayerWorth(1500000, 6, toDecimal128('0.5', 18)) = toDecimal256('0.75', 18)
create or replace function vaEigenlayerWorth as (amount, decimals, price) ->
  if(
    decimals is null,
    null,
    divideDecimal(
      multiplyDecimal(toDecimal256(amount, 0), toDecimal256(price, 18), 18),
      toDecimal256(toUInt256(concat('1', repeat('0', ifNull(decimals, 0)))), 0),
      18
    )
  )
