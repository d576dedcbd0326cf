-- The result of DelegationManager.getWithdrawableShares: deposit shares after scaling and slashing, rounded down at
-- each step. The deficit of a pod is returned as it is.
-- deposit: shares. scaling: deposit scaling factor of 10^18. slashing: factor of 10^18 left after slashing.
-- Returns Int256.
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
