-- A share of an amount, rounded down.
-- share: billionths, of vaPolkadotShare. amount: an integer up to 2^226. Returns UInt128.
-- Example: vaPolkadotPart(3470437, 3200000000000000) = 11105398400000
create or replace function vaPolkadotPart as (share, amount) -> toUInt128(
  intDiv(toUInt256(share) * toUInt256(amount), 1000000000)
)
