-- The epoch whose queues are known, that of its balances and deposits, and whether the deposits were read.
select epoch, snapshot_epoch, toUInt8(activating_count is not null) as are_deposits_known
from fct_eth_network_queue final
where network = {network:String}
