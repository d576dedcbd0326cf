/* ---
grain: network, day
reads: [int_cosmos_day, int_cosmos_validator_daily, raw_cosmos_validator]
window: day
--- */
-- Sums over the validators of a day, and the active set after its last known state.
insert into int_cosmos_network_daily
with
  covered as (
    select from_block, to_block, state_height, is_complete, version
    from int_cosmos_day final
    where network = {network:String} and day = {day:Date}
  ),
  totals as (
    select sum(reward) as reward, sum(commission) as commission
    from int_cosmos_validator_daily final
    where network = {network:String} and day = {day:Date}
  ),
  active_set as (
    select
      if(count() = 0, null, countIf(is_bonded = 1)) as bonded_validator_count,
      if(
        bonded_validator_count > 0,
        divideDecimal(
          toDecimal256(sumIf(commission_rate, is_bonded = 1), 18), toDecimal256(bonded_validator_count, 0), 18
        ),
        null
      ) as avg_commission_rate
    from raw_cosmos_validator final
    where network = {network:String} and height = (select state_height from covered)
  )
select
  {network:String} as network,
  {day:Date} as day,
  covered.from_block as from_block,
  covered.to_block as to_block,
  active_set.bonded_validator_count as bonded_validator_count,
  totals.reward as reward,
  totals.commission as commission,
  active_set.avg_commission_rate as avg_commission_rate,
  covered.is_complete as is_complete,
  covered.version as version
from covered
cross join totals
cross join active_set
