-- Rewards of one validator and its nominators in the eras that ended on a day, by storage, compared with the payments
-- for pages of these eras since then, by events, in DOT.
with compared as (
  select
    eras.day as day,
    sum(earned.commission_planck + earned.own_planck + earned.incentive_planck + earned.delegator_planck)
      as earned_planck,
    sum(claim.paid_validator_planck) as paid_validator_planck,
    -- allow unknown-as-zero: unknown together with the payment to the validator, which is counted below
    sum(claim.paid_delegator_planck) as paid_delegator_planck,
    sumIf(claim.residual_planck, claim.is_there = 1) as residual_planck,
    count() as era_count,
    countIf(claim.is_there = 0) as unread_era_count,
    countIf(claim.is_there = 1 and claim.paid_validator_planck is null) as unpaid_era_count,
    countIf(claim.is_there = 0 or claim.residual_planck is null) as open_era_count,
    sum(claim.page_count) as page_count,
    sum(claim.claimed_page_count) as claimed_page_count,
    sumIf(claim.paid_page_count, claim.paid_validator_planck is null) as paid_page_count,
    sumIf(claim.claimed_page_count, claim.paid_validator_planck is null) as payable_page_count,
    sumIf(earned.nominator_count, earned.delegator_planck > 0) as nominator_count,
    -- allow unknown-as-zero: the same
    sumIf(claim.paid_nominator_count, earned.delegator_planck > 0) as paid_nominator_count
  from int_polkadot_validator_era as earned final
  inner join (
    select era, day
    from raw_polkadot_era final
    where network = {network:String} and vaWithin(day, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
  ) as eras on eras.era = earned.era
  left join (
    select
      era, page_count, claimed_page_count, paid_page_count, paid_nominator_count, paid_validator_planck,
      paid_delegator_planck, residual_planck, 1 as is_there
    from fct_polkadot_claim_era final
    where network = {network:String} and validator = {validator:String}
  ) as claim on claim.era = earned.era
  where earned.network = {network:String} and earned.validator = {validator:String}
  group by eras.day
)
select
  day as date,
  'rewards' as quantity,
  toNullable(vaDot(earned_planck)) as expected,
  if(unread_era_count + unpaid_era_count > 0, null, vaDot(paid_validator_planck + paid_delegator_planck)) as actual,
  if(open_era_count > 0, null, -vaDot(residual_planck)) as residual,
  'DOT' as unit,
  multiIf(
    unread_era_count > 0,
    toNullable('neither claims nor payments of the era were read'),
    unpaid_era_count > 0,
    format(
      'the payments of {} of {} claimed pages were not read',
      toString(payable_page_count - paid_page_count),
      toString(payable_page_count)
    ),
    claimed_page_count < page_count,
    format('{} of {} pages are claimed', toString(claimed_page_count), toString(page_count)),
    paid_nominator_count < nominator_count,
    format(
      '{} of {} nominators were not paid',
      toString(nominator_count - paid_nominator_count),
      toString(nominator_count)
    ),
    null
  ) as reason,
  toBool(open_era_count = 0) as isComplete
from compared
order by toUInt16(day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
