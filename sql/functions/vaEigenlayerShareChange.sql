-- The change of deposit shares by a log. A withdrawal of M1 counts when M1 queued it, not when the migration queued it
-- again. Since slashing, a withdrawal logs scaled shares. The function returns the fewest deposit shares that give
-- these with the scaling factor before the log.
-- kind, amount: of raw_eigenlayer_share. is_migrated: whether a migration queued it. scaling: factor before it, or
-- null. Returns Int256.
-- Example: vaEigenlayerShareChange('withdrawal_scaled', 7, 0, toInt256('1500000000000000000')) = -5
create or replace function vaEigenlayerShareChange as (kind, amount, is_migrated, scaling) ->
  multiIf(
    kind in ('deposit', 'pod'), toInt256(amount),
    kind = 'withdrawal_m1' or (kind = 'withdrawal_m2' and not is_migrated), -toInt256(amount),
    kind = 'withdrawal_scaled',
    -intDiv(
      toInt256(amount) * toInt256(1000000000000000000) + ifNull(scaling, toInt256(1000000000000000000)) - 1,
      greatest(ifNull(scaling, toInt256(1000000000000000000)), 1)
    ),
    toInt256(0)
  )
