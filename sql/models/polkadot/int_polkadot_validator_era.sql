/* ---
grain: network, era, validator
reads: [raw_polkadot_era, raw_polkadot_validator]
window: era
--- */
-- Rewards of each elected validator: every quotient is whole billionths, every product whole planck, rounded as in the
-- runtime that ended the era. Incentives exist only in runtimes that round down.
insert into int_polkadot_validator_era
with
  facts as (
    select
      payout_planck,
      point_total,
      -- allow unknown-as-zero: null where the runtime has no incentives
      ifNull(incentive_budget_planck, 0) as budget_planck,
      -- allow unknown-as-zero: null where the runtime has no incentives
      ifNull(incentive_weight_sum, 0) as weight_sum,
      ifNull(weighted_point_sum, 0) as weighted_sum,
      vaPolkadotIsFloored(source, spec_version) as is_floored,
      vaPolkadotIsReduced(source, spec_version) as is_reduced,
      weighted_point_sum is not null and ifNull(weighted_since_era, 0) <= {era:UInt32} as is_weighted
    from raw_polkadot_era final
    where network = {network:String} and era = {era:UInt32}
  ),
  vaPolkadotPartOf(
    vaPolkadotShareOf(stored.point_count, facts.point_total, facts.is_reduced), facts.payout_planck, facts.is_floored
  ) as earned_planck,
  toUInt128(earned_planck - commission_planck) as shared_planck,
  -- allow unknown-as-zero: null where the runtime has no incentives
  ifNull(stored.incentive_weight, 0) as weight
select
  stored.network as network,
  stored.era as era,
  stored.validator as validator,
  stored.nominator_count as nominator_count,
  stored.page_count as page_count,
  stored.total_stake_planck as total_stake_planck,
  stored.own_stake_planck as own_stake_planck,
  vaPolkadotPartOf(stored.commission_ppb, earned_planck, facts.is_floored) as commission_planck,
  vaPolkadotPartOf(
    vaPolkadotShareOf(stored.own_stake_planck, stored.total_stake_planck, facts.is_reduced),
    shared_planck,
    facts.is_floored
  ) as own_planck,
  -- The share of nominators that are not paid goes to no account.
  if(
    stored.paid_nominator_stake_planck is null,
    toUInt128(shared_planck - own_planck),
    vaPolkadotPartOf(
      vaPolkadotShareOf(
        ifNull(stored.paid_nominator_stake_planck, 0), stored.total_stake_planck, facts.is_reduced
      ),
      shared_planck,
      facts.is_floored
    )
  ) as delegator_planck,
  if(
    stored.point_count > 0,
    vaPolkadotPart(
      if(
        facts.is_weighted,
        vaPolkadotShare(toUInt256(weight) * stored.point_count, facts.weighted_sum),
        vaPolkadotShare(weight, facts.weight_sum)
      ),
      facts.budget_planck
    ),
    toUInt128(0)
  ) as incentive_planck,
  {revision:UInt64} as version
from raw_polkadot_validator as stored final
cross join facts
where stored.network = {network:String} and stored.era = {era:UInt32}
