-- A quotient as Polkadot keeps it: whole billionths, the rest cut off, at most one (Perbill). Before March 2023 both
-- numbers were first divided by the whole in billions, rounded up, and cut off.
-- part: an integer up to 2^226. whole: what it is part of; a share of nothing is 0. is_reduced: of vaPolkadotIsReduced.
-- Returns UInt256.
-- Example: vaPolkadotShareOf(1999999999, 2000000001, 1) = 999999998
create or replace function vaPolkadotShareOf as (part, whole, is_reduced) -> if(
  whole = 0,
  toUInt256(0),
  least(
    intDiv(
      intDiv(
        toUInt256(part),
        if(is_reduced, greatest(intDiv(toUInt256(whole) + 999999999, 1000000000), toUInt256(1)), toUInt256(1))
      ) * 1000000000,
      greatest(
        intDiv(
          toUInt256(whole),
          if(is_reduced, greatest(intDiv(toUInt256(whole) + 999999999, 1000000000), toUInt256(1)), toUInt256(1))
        ),
        toUInt256(1)
      )
    ),
    toUInt256(1000000000)
  )
)
