-- A share of an amount in whole planck: rounded down, or to the nearest with halves rounded down.
-- share: billionths, of vaPolkadotShareOf. amount: an integer up to 2^226. is_floored: of vaPolkadotIsFloored.
-- Returns UInt128.
-- Example: vaPolkadotPartOf(1, 500000001, 0) = 1 and vaPolkadotPartOf(1, 500000001, 1) = 0
create or replace function vaPolkadotPartOf as (share, amount, is_floored) -> toUInt128(
  intDiv(toUInt256(share) * toUInt256(amount) + if(is_floored, 0, 499999999), 1000000000)
)
