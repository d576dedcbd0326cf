-- Whether the queue of deposits of an epoch was read.
select toUInt8(pending_deposit_rows is not null) as is_read
from raw_eth_epoch final
where network = {network:String} and epoch = {point:UInt32}
