-- Where do paid and earned rewards differ by more than rounding?
-- The chain rounds each share down to billionths and each part to whole planck. Nominators lose up to a billionth of
-- the rewards plus one planck each; so does each of the two parts of every page of the validator's own rewards.
with
  claims as (
    select
      claim.era as era,
      claim.validator as validator,
      claim.earned_delegator_planck as earned_delegator_planck,
      claim.paid_delegator_planck as paid_delegator_planck,
      claim.residual_planck as residual_planck,
      toInt128(earned.nominator_count + 2 * claim.page_count) as part_count,
      toInt128(intDiv(claim.earned_validator_planck + claim.earned_delegator_planck, 1000000000)) as billionth_planck
    from polkadot_claim_era as claim
    inner join polkadot_validator_era as earned
      on earned.network = claim.network and earned.era = claim.era and earned.validator = claim.validator
    where claim.network = 'polkadot'
  )
select era, validator, earned_delegator_planck, paid_delegator_planck, residual_planck
from claims
where residual_planck < -part_count or residual_planck > part_count * (billionth_planck + 2)
order by era desc, validator asc
