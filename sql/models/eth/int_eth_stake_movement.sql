/* ---
grain: network, day_type, day, stake_action, validator_index
reads: [raw_eth_epoch, raw_eth_registry]
window: day_movement
--- */
-- Validators that became active on a day, or stopped being active, with the effective balance in the state of that
-- epoch. Registries of the day show changes some epochs ahead; later registries belong to their own days.
insert into int_eth_stake_movement
with
  (
    -- The last snapshot at or before the day's first epoch.
    select max(registry_epoch) from raw_eth_epoch final where network = {network:String} and epoch = {from_epoch:UInt32}
  ) as registry_epoch,
  movers as (
    select
      latest.validator_index as validator_index,
      arrayJoin(arrayFilter(
        one -> one.2 > 0 and one.2 between {from_epoch:UInt32} and {to_epoch:UInt32},
        [
          ('activation', latest.activation_epoch, toNullable(latest.activation_eligibility_epoch)),
          ('exit', latest.exit_epoch, cast(null as Nullable(UInt64)))
        ]
      )) as movement
    from (
      select
        validator_index,
        argMax(registry.activation_eligibility_epoch, registry.epoch) as activation_eligibility_epoch,
        argMax(registry.activation_epoch, registry.epoch) as activation_epoch,
        argMax(registry.exit_epoch, registry.epoch) as exit_epoch
      from raw_eth_registry as registry final
      where
        network = {network:String}
        and registry.epoch between registry_epoch and {to_epoch:UInt32}
        and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
        and (
          registry.activation_epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
          or registry.exit_epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
        )
      group by validator_index
    ) as latest
  )
select
  {network:String} as network,
  {day_type:String} as day_type,
  {day:UInt32} as day,
  movers.movement.1 as stake_action,
  movers.validator_index as validator_index,
  toUInt32(movers.movement.2) as epoch,
  argMaxIf(registry.effective_balance_gwei, registry.epoch, registry.epoch <= movers.movement.2) as amount_gwei,
  toUInt32(movers.movement.3) as since_epoch,
  {version:UInt64} as version
from (
  select epoch, validator_index, effective_balance_gwei
  from raw_eth_registry final
  where
    network = {network:String}
    and epoch between registry_epoch and {to_epoch:UInt32}
    and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    and validator_index in (select validator_index from movers)
) as registry
inner join movers on movers.validator_index = registry.validator_index
group by movers.validator_index, movers.movement
