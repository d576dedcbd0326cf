-- Which of some epochs are computed.
select min(epoch) as from_epoch, max(epoch) as to_epoch, count() as epochs
from int_eth_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
