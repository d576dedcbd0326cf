-- Effectiveness of a validator: the weighted mean of signing and proposing, or signing alone without turns to propose.
-- signed, duties: checkpoints. proposed, turns: proposals. signer_weight, proposer_weight: add up to 1.
-- Returns Nullable(Float64).
-- Example: vaPolygonRating(8, 10, 1, 2, 0.5, 0.5) = 0.65 and vaPolygonRating(1, 2, 0, 0, 0.9, 0.1) = 0.5
create or replace function vaPolygonRating as (signed, duties, proposed, turns, signer_weight, proposer_weight) ->
  if(
    turns = 0,
    signed / nullIf(duties, 0),
    signer_weight * (signed / nullIf(duties, 0)) + proposer_weight * (proposed / nullIf(turns, 0))
  )
