select count() as rows, max(epoch) as height
from raw_eth_epoch
where network = {network:String}
