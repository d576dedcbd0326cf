-- How much of what a validator had to do it did, of its sums.
toUInt64(sums.signing_duty_count) as checkpointSigningDuties,
toUInt64(sums.signed_count) as checkpointsSigned,
vaRatio(toFloat64(sums.signed_count), sums.signing_duty_count) as checkpointSignerEffectiveness,
toUInt64(sums.proposal_duty_count) as checkpointProposalDuties,
toUInt64(sums.proposed_count) as checkpointsProposed,
vaRatio(toFloat64(sums.proposed_count), sums.proposal_duty_count) as checkpointProposerEffectiveness,
sums.bor_duty_count as borProposalDuties,
sums.bor_made_count as borBlocksProposed,
vaRatio(toFloat64(sums.bor_made_count), sums.bor_duty_count) as borProposerEffectiveness,
vaPolygonRating(
  toFloat64(sums.signed_count),
  sums.signing_duty_count,
  toFloat64(sums.proposed_count),
  sums.proposal_duty_count,
  {signerWeight:Float64},
  {proposerWeight:Float64}
) as effectiveness,
{ratingVersion:String} as effectivenessVersion,
