-- What inflation would have paid more with the credits of the best: in proportion to credits, rounded down.
-- lamports: what was paid. best: credits of the best, below 2^63. earned: its own; 0: none are known.
-- Returns Int256.
-- Example: vaSolanaMissed(toInt64(900), toUInt64(100), toUInt64(90)) = 100
create or replace function vaSolanaMissed as (lamports, best, earned) ->
  intDiv(toUInt256(greatest(lamports, 0)) * (best - earned), greatest(earned, 1))
