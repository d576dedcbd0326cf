-- What one validator and its nominators earned in the eras that ended on a day, and what was claimed of it since, in
-- DOT.
select
  eras.day as date,
  'rewards' as quantity,
  toNullable(vaDot(sum(claim.earned_validator_planck + claim.earned_delegator_planck))) as expected,
  toNullable(vaDot(sum(claim.claimed_validator_planck + claim.claimed_delegator_planck))) as actual,
  if(countIf(claim.residual_planck is null) > 0, null, toNullable(-vaDot(sum(ifNull(claim.residual_planck, 0)))))
    as residual,
  'DOT' as unit,
  if(
    countIf(claim.residual_planck is null) > 0,
    format(
      '{} of {} pages are claimed', toString(sum(claim.claimed_page_count)), toString(sum(claim.page_count))
    ),
    null
  ) as reason,
  toBool(countIf(claim.residual_planck is null) = 0) as isComplete
from fct_polkadot_claim_era as claim final
inner join (
  select era, day
  from raw_polkadot_era final
  where network = {network:String} and vaWithin(day, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
) as eras on eras.era = claim.era
where claim.network = {network:String} and claim.validator = {validator:String}
group by eras.day
order by toUInt16(date) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
