-- A quotient in Polkadot's form (Perbill): whole billionths, rounded down, at most one.
-- part, whole: integers, part up to 2^226; if whole is 0, the result is 0. Returns UInt256.
-- Example: vaPolkadotShare(81000, 23340000) = 3470437 and vaPolkadotShare(1, 0) = 0
create or replace function vaPolkadotShare as (part, whole) -> if(
  whole = 0,
  toUInt256(0),
  least(intDiv(toUInt256(part) * 1000000000, if(whole = 0, toUInt256(1), toUInt256(whole))), toUInt256(1000000000))
)
