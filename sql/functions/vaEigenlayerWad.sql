-- An amount times a factor of 10^18, rounded down as in the contracts.
-- amount, factor: integers, not below zero. Returns Int256.
-- Example: vaEigenlayerWad(3, 500000000000000000) = 1
create or replace function vaEigenlayerWad as (amount, factor) ->
  intDiv(toInt256(amount) * toInt256(factor), toInt256(1000000000000000000))
