-- Validators of a CometBFT network in the newest state, with their rewards on the complete days of a window. A
-- validator that was paid but is in no state is included, too.
with
  -- A product of decimals is exact, and takes a hundredth of the time of divideDecimal.
  toDecimal256(concat('0.', repeat('0', {tokenDecimals:UInt8} - 1), '1'), {tokenDecimals:UInt8}) as base_unit,
  (
    select maxOrNull(day)
    from int_cosmos_day final
    where network = {network:String} and is_complete = 1
  ) as newest_day,
  (
    select maxOrNull(height)
    from raw_cosmos_state final
    where network = {network:String}
  ) as newest_height
select
  validator as id,
  validator as id_order,
  account as other_id,
  nullIf(if(states.moniker != '', states.moniker, paid.moniker), '') as name,
  multiIf(
    states.height is null, null,
    states.height < newest_height, 'exited',
    states.is_jailed = 1, 'jailed',
    states.is_bonded = 1, 'active',
    'inactive'
  ) as status,
  if(states.height = newest_height, states.stake, null) * base_unit as stake,
  states.commission_rate as commission,
  CAST(null, 'Nullable(Float64)') as effectiveness,
  -- Complete days have a row for every paid validator.
  if(newest_day is null, null, ifNull(paid.reward, 0)) * base_unit as rewards,
  CAST(null, 'Nullable(Decimal(76, 24))') as penalties,
  CAST(null, 'Nullable(UInt64)') as missed_duties,
  CAST(null, 'Nullable(UInt64)') as proposals,
  if(newest_day is null, null, ifNull(paid.day_count, 0)) as days,
  newest_day as last_day
from (
  select
    validator,
    toNullable(max(height)) as height,
    argMax(moniker, raw_cosmos_validator.height) as moniker,
    argMax(account_address, raw_cosmos_validator.height) as account,
    toNullable(argMax(stake, raw_cosmos_validator.height)) as stake,
    toNullable(argMax(commission_rate, raw_cosmos_validator.height)) as commission_rate,
    argMax(is_bonded, raw_cosmos_validator.height) as is_bonded,
    argMax(is_jailed, raw_cosmos_validator.height) as is_jailed
  from raw_cosmos_validator final
  where network = {network:String}
  group by validator
) as states
full join (
  select
    validator,
    argMax(moniker, day) as moniker,
    toNullable(sum(delegation_reward)) as reward,
    toNullable(count()) as day_count
  from fct_cosmos_validator_reward_daily final
  where
    network = {network:String}
    and is_complete = 1
    and vaIsInWindow(day, newest_day, {windowDays:Nullable(UInt16)})
  group by validator
) as paid using (validator)
