/* ---
grain: network, era, validator
reads: [raw_polkadot_claim, raw_polkadot_era, raw_polkadot_exposure, raw_polkadot_payout, raw_polkadot_validator, int_polkadot_validator_era]
window: claim
--- */
-- Payments of claimed pages by events, together with earned rewards and with payments by the runtime's rules. By these
-- rules, commission and incentive are split by the page's part of the stake. Until Asset Hub 2.3.0 the validator's own
-- part was paid with its first page, and nominators' shares were of all stake; since then the own part is paid together
-- with the commission, and nominators share the rest. Each amount is rounded separately by the runtime that ended the
-- era, so their sum differs from the earned rewards. Before pages existed, only the payment shows what was claimed.
-- Without points, a page pays nothing and emits no event (do_payout_stakers_by_page).
insert into fct_polkadot_claim_era
with
  read as (
    select max(read_era) as read_era, countIf(is_claim) > 0 as is_claim_known, countIf(not is_claim) as payment_count
    from (
      select read_era, true as is_claim
      from raw_polkadot_claim final
      where network = {network:String} and era = {era:UInt32}
      union all
      select read_era, false as is_claim
      from raw_polkadot_payout final
      where network = {network:String} and era = {era:UInt32}
    )
  ),
  facts as (
    select
      vaPolkadotIsFloored(source, spec_version) as is_floored,
      vaPolkadotIsReduced(source, spec_version) as is_reduced
    from raw_polkadot_era final
    where network = {network:String} and era = {era:UInt32}
  ),
  claimed as (
    select
      validator,
      page,
      max(is_paid) as is_paid,
      sum(validator_planck) as validator_planck,
      sum(delegator_planck) as delegator_planck,
      sum(nominator_count) as nominator_count
    from (
      select
        pair.1 as validator,
        toUInt16(pair.2) as page,
        false as is_paid,
        toUInt128(0) as validator_planck,
        toUInt128(0) as delegator_planck,
        toUInt32(0) as nominator_count
      from raw_polkadot_claim final
      array join arrayZip(validators, pages) as pair
      where network = {network:String} and era = {era:UInt32}
      union all
      select
        validator,
        toUInt16(page) as page,
        true as is_paid,
        validator_planck + incentive_planck as validator_planck,
        delegator_planck,
        paid_nominator_count as nominator_count
      from raw_polkadot_payout final
      where network = {network:String} and era = {era:UInt32}
    )
    group by validator, page
  ),
  exposed as (
    select
      exposure.validator as validator,
      exposure.page as page,
      sum(exposure.stake_planck) as stake_planck,
      sum(
        vaPolkadotPartOf(
          vaPolkadotShareOf(
            exposure.stake_planck,
            earned.total_stake_planck - if(facts.is_floored, earned.own_stake_planck, toUInt128(0)),
            facts.is_reduced
          ),
          earned.delegator_planck + if(facts.is_floored, toUInt128(0), earned.own_planck),
          facts.is_floored
        )
      ) as nominator_planck
    from raw_polkadot_exposure as exposure final
    inner join (
      select validator, total_stake_planck, own_stake_planck, own_planck, delegator_planck
      from int_polkadot_validator_era final
      where network = {network:String} and era = {era:UInt32}
    ) as earned on earned.validator = exposure.validator
    cross join facts
    where exposure.network = {network:String} and exposure.era = {era:UInt32}
    group by validator, page
  ),
  paid as (
    select
      validator,
      groupArray((page, exposed.stake_planck, exposed.nominator_planck)) as claims,
      countIf(claimed.is_paid) as page_count,
      sum(claimed.validator_planck) as validator_planck,
      sum(claimed.delegator_planck) as delegator_planck,
      sum(claimed.nominator_count) as nominator_count
    from claimed
    left join exposed on exposed.validator = claimed.validator and exposed.page = claimed.page
    group by validator
  ),
  points as (
    select validator, point_count
    from raw_polkadot_validator final
    where network = {network:String} and era = {era:UInt32}
  ),
  points.point_count = 0 or toUInt32(length(paid.claims)) = paid.page_count as is_payment_known
select
  earned.network as network,
  earned.era as era,
  earned.validator as validator,
  read.read_era as read_era,
  greatest(earned.page_count, 1) as page_count,
  toUInt32(length(paid.claims)) as claimed_page_count,
  toUInt32(paid.page_count) as paid_page_count,
  if(is_payment_known, toNullable(toUInt32(paid.nominator_count)), null) as paid_nominator_count,
  earned.commission_planck + earned.own_planck + earned.incentive_planck as earned_validator_planck,
  earned.delegator_planck as earned_delegator_planck,
  toUInt128(
    arraySum(
      claim -> toUInt256(
        if(claim.1 = 0 and not facts.is_floored, earned.own_planck, toUInt128(0))
        + vaPolkadotPartOf(
          vaPolkadotShareOf(
            claim.2 + if(claim.1 = 0, earned.own_stake_planck, toUInt128(0)),
            earned.total_stake_planck,
            facts.is_reduced
          ),
          earned.commission_planck + if(facts.is_floored, earned.own_planck, toUInt128(0)),
          facts.is_floored
        )
        + vaPolkadotPart(
          vaPolkadotShare(
            claim.2 + if(claim.1 = 0, earned.own_stake_planck, toUInt128(0)), earned.total_stake_planck
          ),
          earned.incentive_planck
        )
      ),
      paid.claims
    )
  ) as claimed_validator_planck,
  -- Without pages, exposures also include nominators that are not paid.
  if(
    earned.page_count = 0 and claimed_page_count > 0,
    earned_delegator_planck,
    toUInt128(arraySum(claim -> toUInt256(claim.3), paid.claims))
  ) as claimed_delegator_planck,
  if(is_payment_known, toNullable(toUInt128(paid.validator_planck)), null) as paid_validator_planck,
  if(is_payment_known, toNullable(toUInt128(paid.delegator_planck)), null) as paid_delegator_planck,
  if(
    claimed_page_count = page_count,
    toInt128(earned_validator_planck) + toInt128(earned_delegator_planck) - toInt128(paid_validator_planck)
      - toInt128(paid_delegator_planck),
    null
  ) as residual_planck,
  {revision:UInt64} * {claim_revision:UInt64} + read.read_era * {claim_read:UInt64} + read.payment_count as version
from int_polkadot_validator_era as earned final
cross join read
cross join facts
left join paid on paid.validator = earned.validator
left join points on points.validator = earned.validator
where
  earned.network = {network:String}
  and earned.era = {era:UInt32}
  and (read.is_claim_known or paid.page_count > 0)
