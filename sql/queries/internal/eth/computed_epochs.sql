-- Computed epochs of a range: the scores that they started from, and checksums of their duty rows.
select epoch, carried_score, duty_checksum
from int_eth_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
order by epoch
