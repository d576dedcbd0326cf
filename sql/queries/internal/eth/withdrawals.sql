-- Withdrawals of some validators in the blocks of a range of slots.
select slot, validator_index, toFloat64(amount_gwei) as amount_gwei
from raw_eth_withdrawal final
where
  network = {network:String}
  and slot between {from:UInt32} and {to:UInt32}
  and validator_index in {indices:Array(UInt32)}
