-- The first and the last epoch with stored final blocks, and the number of epochs.
select uniqExact(epoch) as epochs, min(epoch) as first, max(epoch) as last
from raw_eth_block
where network = {network:String} and is_final = 1
