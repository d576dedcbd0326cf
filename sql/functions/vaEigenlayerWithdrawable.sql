-- What DelegationManager.getWithdrawableShares says: deposit shares after scaling and slashing, floored at each step; a
-- deficit of a pod stays as it is.
-- deposit: shares. scaling: deposit scaling factor. slashing: what slashing has left. Both of 10^18. Returns Int256.
-- Example: vaEigenlayerWithdrawable(10, toInt256('1500000000000000000'), 500000000000000000) = 7
create or replace function vaEigenlayerWithdrawable as (deposit, scaling, slashing) ->
  if(
    toInt256(deposit) <= 0,
    toInt256(deposit),
    intDiv(
      intDiv(toInt256(deposit) * toInt256(scaling), toInt256(1000000000000000000)) * toInt256(slashing),
      toInt256(1000000000000000000)
    )
  )
