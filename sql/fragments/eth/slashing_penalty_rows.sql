-- Cost of the slashings in "slashings" (validator_index, slot, epoch): the balance before the epoch of the slashing
-- less the balance before the validator becomes withdrawable, or until then in the last computed epoch. Null if a
-- reading is missing.
select
  slashings.validator_index as validatorIndex,
  concat('0x', lower(hex(validator.pubkey))) as validatorPubkey,
  slashings.epoch as slashingEpoch,
  validator.withdrawable_epoch as withdrawableEpoch,
  before_slashing.balance_gwei as balanceBeforeSlashing,
  before_withdrawal.balance_gwei as balanceBeforeWithdrawal,
  toInt64(balanceBeforeSlashing) - toInt64(balanceBeforeWithdrawal) as slashingPenalties
from slashings
inner join (
  select validator_index, pubkey, withdrawable_epoch
  from dim_eth_validator final
  where network = {network:String} and validator_index in (select validator_index from slashings)
) as validator on validator.validator_index = slashings.validator_index
left join (
  select validator_index, epoch, toNullable(balance_gwei) as balance_gwei
  from raw_eth_slashed_balance final
  where
    network = {network:String}
    and (validator_index, epoch) in (select validator_index, epoch from slashings)
    and slot < epoch * {slotsPerEpoch:UInt32}
) as before_slashing on before_slashing.validator_index = slashings.validator_index
left join (
  select readings.validator_index as validator_index, toNullable(readings.balance_gwei) as balance_gwei
  from (
    select validator_index, epoch, balance_gwei
    from raw_eth_slashed_balance final
    where
      network = {network:String}
      and validator_index in (select validator_index from slashings)
      and slot >= epoch * {slotsPerEpoch:UInt32}
  ) as readings
  inner join (
    select validator_index, withdrawable_epoch
    from dim_eth_validator final
    where network = {network:String} and validator_index in (select validator_index from slashings)
  ) as ends on ends.validator_index = readings.validator_index
  where
    readings.epoch = least(
      ifNull(ends.withdrawable_epoch, 4294967295) - 1,
      (select max(epoch) from int_eth_epoch where network = {network:String})
    )
) as before_withdrawal on before_withdrawal.validator_index = slashings.validator_index
