-- Slots with a duty.
select count() as total
from fct_eth_block final
where network = {network:String}
