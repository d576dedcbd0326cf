-- Effectiveness of a validator: signing and proposing by their weights, signing alone where there was nothing to propose.
-- signed, duties: checkpoints. proposed, proposal_duties: of proposals. signer_weight, proposer_weight: add up to 1.
-- Returns Nullable(Float64).
-- Example: vaPolygonRating(9, 10, 1, 2, 0.9, 0.1) = 0.9 * 0.9 + 0.1 * 0.5 and vaPolygonRating(1, 2, 0, 0, 0.9, 0.1) = 0.5
create or replace function vaPolygonRating as (signed, duties, proposed, proposal_duties, signer_weight, proposer_weight) ->
  if(
    proposal_duties = 0,
    signed / nullIf(duties, 0),
    signer_weight * (signed / nullIf(duties, 0)) + proposer_weight * (proposed / nullIf(proposal_duties, 0))
  )
