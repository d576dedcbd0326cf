-- The first and the last epoch of which final blocks are in the tables, and how many epochs there are.
select uniqExact(epoch) as epochs, min(epoch) as first, max(epoch) as last
from raw_eth_block
where network = {network:String} and is_final = 1
