-- Points of an era and its sums, for the comparison with the node's storage: points and stakes are added up over the
-- elected validators and their nominators.
with
  elected as (
    select validator, point_count, own_stake_planck
    from raw_polkadot_validator final
    where network = {network:String} and era = {point:UInt32}
  ),
  sums as (
    select
      (select toString(sum(point_count)) from elected) as points,
      (select sum(own_stake_planck) from elected) as own_stake,
      (
        select sum(stake_planck)
        from raw_polkadot_exposure final
        where network = {network:String} and era = {point:UInt32}
      ) as exposed_stake,
      toString(payout_planck) as payout,
      -- allow unknown-as-zero: a runtime without budgets pays no incentive
      toString(ifNull(incentive_budget_planck, 0)) as budget
    from raw_polkadot_era final
    where network = {network:String} and era = {point:UInt32}
  )
select validator as subject, 'points' as item, toString(point_count) as value, {day:Nullable(String)} as date
from elected
where point_count > 0
union all
select '' as subject, part.1 as item, part.2 as value, null as date
from sums
array join [
  ('points', points),
  ('total_stake_planck', toString(own_stake + exposed_stake)),
  ('payout_planck', payout),
  ('incentive_budget_planck', budget)
] as part
where part.1 in {items:Array(String)}
