/* ---
grain: network, day_type, day
reads: [int_eth_churn_epoch, int_eth_epoch]
window: day
--- */
-- Churn limits by the rules of each epoch's fork, from its own active stake or validators: get_validator_churn_limit,
-- get_validator_activation_churn_limit (EIP-7514), get_activation_exit_churn_limit (EIP-7251), and those of Gloas
-- (EIP-8061).
insert into int_eth_churn_daily
with
  (gwei -> intDiv(gwei, {increment_gwei:UInt64}) * {increment_gwei:UInt64}) as whole_increments,
  limits as (
    select
      own.epoch as epoch,
      greatest({churn_min:UInt64}, intDiv(own.duty_count, {churn_quotient:UInt64})) as validators,
      whole_increments(
        greatest({churn_min_gwei:UInt64}, intDiv(active.total_active_balance_gwei, {churn_quotient:UInt64}))
      ) as balance_gwei,
      whole_increments(
        greatest({churn_min_gwei:UInt64}, intDiv(active.total_active_balance_gwei, {churn_quotient_gloas:UInt64}))
      ) as gloas_gwei,
      multiIf(
        epoch >= {gloas_epoch:UInt32}, intDiv(gloas_gwei, 32000000000),
        epoch >= {electra_epoch:UInt32}, intDiv(least({churn_max_gwei:UInt64}, balance_gwei), 32000000000),
        validators
      ) as exit_limit,
      multiIf(
        epoch >= {gloas_epoch:UInt32}, intDiv(least({activation_max_gloas_gwei:UInt64}, gloas_gwei), 32000000000),
        epoch >= {electra_epoch:UInt32}, exit_limit,
        epoch >= {deneb_epoch:UInt32}, least({activation_max:UInt64}, validators),
        validators
      ) as activation_limit
    from (
      select epoch, duty_count
      from int_eth_epoch final
      where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
    ) as own
    inner join (
      select epoch, total_active_balance_gwei
      from int_eth_churn_epoch final
      where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
    ) as active on active.epoch = own.epoch
  )
select
  {network:String} as network,
  {day_type:String} as day_type,
  {day:UInt32} as day,
  sum(limits.exit_limit) as exit_limit,
  sum(limits.activation_limit) as activation_limit,
  count() as epoch_count,
  {version:UInt64} + epoch_count as version
from limits
