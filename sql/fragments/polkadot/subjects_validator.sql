-- Every validator that was ever elected, as of the newest stored era, with its rewards and its nominators' rewards in
-- the eras that ended on the complete days of a window.
with
  (
    select maxOrNull(day)
    from int_polkadot_day final
    where network = {network:String} and is_complete = 1
  ) as newest_day,
  (
    select maxOrNull(era)
    from int_polkadot_network_era final
    where network = {network:String}
  ) as newest_era
select
  validator as id,
  validator as id_order,
  '' as other_id,
  names.name as name,
  if(elected.era = newest_era, toNullable('active'), 'inactive') as status,
  vaDot(if(elected.era = newest_era, elected.stake, null)) as stake,
  divideDecimal(toDecimal128(elected.commission, 0), toDecimal128(1000000000, 0), 9) as commission,
  CAST(null, 'Nullable(Float64)') as effectiveness,
  -- Complete days have a row for every elected validator.
  vaDot(if(newest_day is null, null, ifNull(earned.planck, 0))) as rewards,
  CAST(null, 'Nullable(Decimal(76, 10))') as penalties,
  CAST(null, 'Nullable(UInt64)') as missed_duties,
  CAST(null, 'Nullable(UInt64)') as proposals,
  if(newest_day is null, null, ifNull(earned.day_count, 0)) as days,
  newest_day as last_day
from (
  select
    validator,
    toNullable(max(raw_polkadot_validator.era)) as era,
    toNullable(argMax(total_stake_planck, raw_polkadot_validator.era)) as stake,
    toNullable(argMax(commission_ppb, raw_polkadot_validator.era)) as commission
  from raw_polkadot_validator final
  where network = {network:String} and raw_polkadot_validator.era <= newest_era
  group by validator
) as elected
left join (
  select
    validator,
    toNullable(sum(validator_planck + delegator_planck)) as planck,
    toNullable(count()) as day_count
  from fct_polkadot_validator_reward_daily final
  where
    network = {network:String}
    and is_complete = 1
    and vaIsInWindow(day, newest_day, {windowDays:Nullable(UInt16)})
  group by validator
) as earned using (validator)
left join (
  select account as validator, name
  from dim_polkadot_name final
  where network = {network:String}
) as names using (validator)
