/* ---
grain: network, era
reads: [raw_polkadot_era, raw_polkadot_exposure, int_polkadot_validator_era]
window: era
--- */
insert into int_polkadot_network_era
with
  totals as (
    select
      sum(earned.commission_planck + earned.own_planck + earned.incentive_planck) as validator_planck,
      sum(earned.delegator_planck) as delegator_planck,
      sum(earned.incentive_planck) as incentive_planck
    from int_polkadot_validator_era as earned final
    where earned.network = {network:String} and earned.era = {era:UInt32}
  ),
  exposed as (
    select uniqExact(nominator) as nominator_count
    from raw_polkadot_exposure final
    where network = {network:String} and era = {era:UInt32}
  )
select
  facts.network as network,
  facts.era as era,
  facts.day as day,
  facts.validator_count as validator_count,
  exposed.nominator_count as nominator_count,
  totals.validator_planck as validator_planck,
  totals.delegator_planck as delegator_planck,
  totals.incentive_planck as incentive_planck,
  toInt128(facts.payout_planck) + toInt128(totals.incentive_planck) - toInt128(totals.validator_planck)
    - toInt128(totals.delegator_planck) as payout_residual_planck,
  toInt128(facts.incentive_budget_planck) - toInt128(totals.incentive_planck) as incentive_residual_planck,
  {revision:UInt64} as version
from raw_polkadot_era as facts final
cross join totals
cross join exposed
where facts.network = {network:String} and facts.era = {era:UInt32}
