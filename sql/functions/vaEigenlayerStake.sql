-- The value of a strategy's shares in wei of ETH, rounded down. It uses whole numbers, because it is computed for
-- hundreds of thousands of stakers.
-- strategy: its address. shares: Int256. is_known: whether the next four arguments are known. asked_shares, underlying:
-- Int256; asked_shares are worth underlying, in the smallest unit of the token. unit: smallest units per token. price:
-- of a token, in wei. Returns Nullable(Int256).
-- Example: vaEigenlayerStake(toFixedString('', 20), 30, 1, toInt256(10), toInt256(9), toInt256(10), toInt256(4)) = 12
create or replace function vaEigenlayerStake as (strategy, shares, is_known, asked_shares, underlying, unit, price) ->
  multiIf(
    strategy = vaEigenlayerNative() or shares = 0,
    toNullable(toInt256(shares)),
    is_known,
    intDiv(intDiv(toInt256(shares) * (underlying + 1), greatest(asked_shares, 1)) * price, greatest(unit, 1)),
    null
  )
