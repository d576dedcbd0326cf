-- A quotient in Polkadot's form (Perbill): whole billionths, rounded down, at most one. Before March 2023 both numbers
-- were first divided by the number of billions in whole, rounded up, and the results rounded down.
-- part, whole: integers, part up to 2^226; if whole is 0, the result is 0. is_reduced: of vaPolkadotIsReduced.
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
