-- Spans of a range with written sums.
select start_epoch, end_epoch, duty_checksum, version
from int_eth_span final
where network = {network:String} and start_epoch between {from:UInt32} and {to:UInt32}
order by start_epoch
