/* ---
grain: network, day
reads: [int_polkadot_day, int_polkadot_network_era]
window: day
--- */
-- Rewards of all eras that ended on the day; counts of the last one.
insert into fct_polkadot_network_reward_daily
with
  covered as (
    select from_era, to_era, is_complete, version
    from int_polkadot_day final
    where network = {network:String} and day = {day:Date}
  ),
  totals as (
    select
      argMax(made.validator_count, made.era) as validator_count,
      argMax(made.nominator_count, made.era) as nominator_count,
      sum(made.validator_planck) as validator_planck,
      sum(made.delegator_planck) as delegator_planck,
      sum(made.incentive_planck) as incentive_planck,
      sum(made.payout_residual_planck) as payout_residual_planck
    from int_polkadot_network_era as made final
    where made.network = {network:String} and made.day = {day:Date}
  )
select
  {network:String} as network,
  {day:Date} as day,
  totals.validator_count as validator_count,
  totals.nominator_count as nominator_count,
  totals.validator_planck as validator_planck,
  totals.delegator_planck as delegator_planck,
  totals.incentive_planck as incentive_planck,
  totals.payout_residual_planck as payout_residual_planck,
  covered.is_complete as is_complete,
  covered.version as version
from totals
cross join covered
