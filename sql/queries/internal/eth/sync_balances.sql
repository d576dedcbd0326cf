-- Balances with which withdrawable members of sync committees enter a range of epochs.
select epoch, validator_index, slot, toFloat64(balance_gwei) as balance_gwei
from raw_eth_sync_balance final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
