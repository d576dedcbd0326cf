-- The strategy, its token, and the value of its shares: the rate is that of a very large number of shares, so rounding
-- is less than any share.
vaEigenlayerAddress(state.strategy) as strategy,
if(
  state.strategy = vaEigenlayerNative() or token.is_known = 0,
  null,
  vaEigenlayerAddress(token.token)
) as tokenAddress,
state.shares as totalShares,
if(
  state.strategy = vaEigenlayerNative(),
  toNullable(state.shares),
  if(
    rate.is_known = 0,
    null,
    intDiv(state.shares * (toInt256(assumeNotNull(rate.underlying)) + 1), greatest(toInt256(rate.asked_shares), 1))
  )
) as totalBalance,
toBool(1) as isComplete
