-- How many registry rows each epoch announces.
select epoch, toUInt64(registry_rows) as rows
from raw_eth_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
