-- Number of computed epochs of a range.
select count() as epochs
from int_eth_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
