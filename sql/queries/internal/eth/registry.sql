-- A snapshot and the changes after it, in the order in which they apply.
select
  epoch,
  validator_index,
  toUInt16(intDiv(effective_balance_gwei, {increment:UInt64})) as increments,
  is_slashed,
  toFloat64(activation_epoch) as activation_epoch,
  toFloat64(exit_epoch) as exit_epoch,
  toFloat64(withdrawable_epoch) as withdrawable_epoch
from raw_eth_registry final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
order by epoch
