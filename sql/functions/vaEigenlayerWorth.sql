-- What an amount of a token is worth, cut off behind 18 digits.
-- amount: smallest unit. decimals: digits behind the point of one token, or null. price: of one token,
-- Decimal(38, 18), or null. Returns Nullable(Decimal(76, 18)).
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
