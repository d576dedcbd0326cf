-- The additional inflation reward with the credits of the best validator: in proportion to credits, rounded down.
-- lamports: reward paid. best: credits of the best validator, below 2^63. earned: credits earned; 0 if unknown.
-- Returns Int256.
-- Example: vaSolanaMissed(toInt64(900), toUInt64(100), toUInt64(90)) = 100
create or replace function vaSolanaMissed as (lamports, best, earned) ->
  intDiv(toUInt256(greatest(lamports, 0)) * (best - earned), greatest(earned, 1))
