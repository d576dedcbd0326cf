-- What shares of a strategy are worth in wei of ETH, cut off behind the wei: in whole numbers, since it is asked for
-- hundreds of thousands of stakers.
-- strategy: its address. shares: Int256. is_known: whether the next four are. asked_shares, underlying: Int256, so
-- many shares are worth so much in the smallest unit of the token. unit: those in a token. price: of a token, in wei.
-- Returns Nullable(Int256).
-- Example: vaEigenlayerStake(toFixedString('', 20), 30, 1, toInt256(10), toInt256(9), toInt256(10), toInt256(4)) = 12
create or replace function vaEigenlayerStake as (strategy, shares, is_known, asked_shares, underlying, unit, price) ->
  multiIf(
    strategy = vaEigenlayerNative() or shares = 0,
    toNullable(toInt256(shares)),
    is_known,
    intDiv(intDiv(toInt256(shares) * (underlying + 1), greatest(asked_shares, 1)) * price, greatest(unit, 1)),
    null
  )
