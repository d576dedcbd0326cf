-- Claims of the last seven eras that differ from earned rewards by more than rounding: the chain rounds each share down
-- to whole billionths, and each part to whole planck.
select
  'claims' as check,
  countIf(residual_planck < -part_count or residual_planck > part_count * (billionth_planck + 2)) as differing
from (
  select
    claim.residual_planck as residual_planck,
    toInt128(earned.nominator_count + 2 * claim.page_count) as part_count,
    toInt128(intDiv(claim.earned_validator_planck + claim.earned_delegator_planck, 1000000000)) as billionth_planck
  from (
    select *
    from fct_polkadot_claim_era final
    where
      network = {network:String}
      and era + 7 > (select max(era) from fct_polkadot_claim_era where network = {network:String})
  ) as claim
  inner join (
    select era, validator, nominator_count
    from int_polkadot_validator_era final
    where
      network = {network:String}
      and era + 7 > (select max(era) from fct_polkadot_claim_era where network = {network:String})
  ) as earned on earned.era = claim.era and earned.validator = claim.validator
)
