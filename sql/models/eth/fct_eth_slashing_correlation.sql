/* ---
grain: network, epoch, validator_index
reads: [int_eth_slashing_correlation, int_eth_epoch, int_eth_day, fct_eth_slashing, fct_eth_validator_duty_epoch, raw_eth_slashed_balance]
window: correlation
--- */
-- Correlation penalties applied at the end of the epochs from_epoch to to_epoch (process_slashings). The state's vector
-- holds the slashed balance of the last slashings_vector epochs: it is known if all of these are.
insert into fct_eth_slashing_correlation
with
  penalised as (
    select *
    from int_eth_slashing_correlation final
    where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
  ),
  epochs as (
    select distinct epoch
    from penalised
  ),
  -- Records of days outlive their epochs.
  known as (
    select epoch
    from int_eth_epoch final
    where
      network = {network:String}
      and epoch + {slashings_vector:UInt32} > {from_epoch:UInt32}
      and epoch <= {to_epoch:UInt32}
    union distinct
    select arrayJoin(range(start_epoch, end_epoch + 1)) as epoch
    from int_eth_day final
    where
      network = {network:String}
      and day_type = 'chain'
      and end_epoch + {slashings_vector:UInt32} > {from_epoch:UInt32}
      and start_epoch <= {to_epoch:UInt32}
  ),
  coverage as (
    select epochs.epoch as epoch, count() as known_epochs
    from epochs
    cross join known
    where known.epoch <= epochs.epoch and known.epoch + {slashings_vector:UInt32} > epochs.epoch
    group by epoch
  ),
  vectors as (
    select
      epochs.epoch as epoch,
      sum(slashings.effective_balance_gwei) as slashed_balance_gwei,
      countIf(slashings.effective_balance_gwei is null) as unknown_count
    from epochs
    cross join (
      select epoch, effective_balance_gwei
      from fct_eth_slashing final
      where network = {network:String}
    ) as slashings
    where slashings.epoch <= epochs.epoch and slashings.epoch + {slashings_vector:UInt32} > epochs.epoch
    group by epoch
  ),
  -- Upper limit of the penalty: the balance after the last block, plus the rewards paid just before.
  readings as (
    select validator_index, epoch, toNullable(balance_gwei) as balance_gwei
    from raw_eth_slashed_balance final
    where
      network = {network:String}
      and validator_index in (select validator_index from penalised)
      and (validator_index, epoch) in (select validator_index, epoch from penalised)
      and slot >= epoch * {slots_per_epoch:UInt32}
  ),
  duties as (
    select
      validator_index,
      epoch + 1 as paid_epoch,
      toInt64(source_reward_gwei) + target_reward_gwei + head_reward_gwei + inclusion_delay_reward_gwei
        + inactivity_penalty_gwei as reward_gwei
    from fct_eth_validator_duty_epoch final
    where
      network = {network:String}
      and epoch + 1 between {from_epoch:UInt32} and {to_epoch:UInt32}
      and (validator_index, epoch + 1) in (select validator_index, epoch from penalised)
  ),
  penalties as (
    select
      penalised.epoch as epoch,
      penalised.validator_index as validator_index,
      coverage.known_epochs as known_epochs,
      known_epochs >= least({slashings_vector:UInt32}, penalised.epoch + 1) and vectors.unknown_count = 0 as is_known,
      -- allow unknown-as-zero: is_known says whether all is
      ifNull(vectors.slashed_balance_gwei, 0) as slashed_balance_gwei,
      -- allow narrow-product: all ETH that exists, 1.3 * 10^17 gwei, times 3
      least(slashed_balance_gwei * penalised.multiplier, penalised.total_active_balance_gwei) as adjusted_gwei,
      intDiv(penalised.effective_balance_gwei, greatest(penalised.increment_gwei, 1)) as increments,
      intDiv(penalised.total_active_balance_gwei, greatest(penalised.increment_gwei, 1)) as total_increments,
      if(
        penalised.is_per_increment,
        toUInt128(intDiv(adjusted_gwei, greatest(total_increments, 1))) * increments,
        intDiv(toUInt128(increments) * adjusted_gwei, greatest(penalised.total_active_balance_gwei, 1))
          * penalised.increment_gwei
      ) as nominal_gwei,
      if(
        readings.balance_gwei is null,
        null,
        -- allow optional-default: without a duty nothing is paid in the epoch
        greatest(toInt64(assumeNotNull(readings.balance_gwei)) + duties.reward_gwei, 0)
      ) as available_gwei
    from penalised
    left join coverage on coverage.epoch = penalised.epoch
    left join vectors on vectors.epoch = penalised.epoch
    left join readings on readings.epoch = penalised.epoch and readings.validator_index = penalised.validator_index
    left join duties on duties.paid_epoch = penalised.epoch and duties.validator_index = penalised.validator_index
  )
select
  {network:String} as network,
  epoch,
  validator_index,
  if(is_known, toUInt64(penalties.slashed_balance_gwei), null) as slashed_balance_gwei,
  if(is_known, toUInt64(least(nominal_gwei, toUInt128(ifNull(available_gwei, nominal_gwei)))), null) as penalty_gwei,
  {version_base:UInt64} + known_epochs as version
from penalties
