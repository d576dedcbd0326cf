/* ---
grain: network, day_type, day, stake_action, validator_index
reads: [dim_eth_validator, raw_eth_epoch, raw_eth_registry]
window: day
--- */
-- Who became active on a day, and who no longer was, with the effective balance in the state of that epoch.
insert into int_eth_stake_movement
select
  {network:String} as network,
  {day_type:String} as day_type,
  {day:UInt32} as day,
  movers.movement.1 as stake_action,
  movers.validator_index as validator_index,
  movers.movement.2 as epoch,
  argMaxIf(
    registry.effective_balance_gwei, (registry.epoch, registry.version), registry.epoch <= movers.movement.2
  ) as amount_gwei,
  movers.movement.3 as since_epoch,
  {version:UInt64} as version
from raw_eth_registry as registry
inner join (
  select
    validator_index,
    arrayJoin(arrayFilter(
      one -> one.2 > 0 and one.2 between {from_epoch:UInt32} and {to_epoch:UInt32},
      [
        -- allow unknown-as-zero: null is not yet: 0 is left out
        ('activation', ifNull(activation_epoch, 0), activation_eligibility_epoch),
        -- allow unknown-as-zero: null is not yet: 0 is left out
        ('exit', ifNull(exit_epoch, 0), cast(null as Nullable(UInt32)))
      ]
    )) as movement
  from dim_eth_validator final
  where
    network = {network:String} and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
) as movers on movers.validator_index = registry.validator_index
where
  registry.network = {network:String}
  -- From the last snapshot at or before the day's first epoch on.
  and registry.epoch >= (
    select max(registry_epoch) from raw_eth_epoch final where network = {network:String} and epoch = {from_epoch:UInt32}
  )
  and registry.epoch <= {to_epoch:UInt32}
  and registry.validator_index between {first_validator:UInt32} and {last_validator:UInt32}
group by movers.validator_index, movers.movement
