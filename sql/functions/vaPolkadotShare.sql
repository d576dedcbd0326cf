-- A quotient as Polkadot keeps it: whole billionths, the rest cut off, at most one (Perbill).
-- part: an integer up to 2^226. whole: what it is part of; a share of nothing is 0. Returns UInt256.
-- Example: vaPolkadotShare(81000, 23340000) = 3470437 and vaPolkadotShare(1, 0) = 0
create or replace function vaPolkadotShare as (part, whole) -> if(
  whole = 0,
  toUInt256(0),
  least(intDiv(toUInt256(part) * 1000000000, if(whole = 0, toUInt256(1), toUInt256(whole))), toUInt256(1000000000))
)
