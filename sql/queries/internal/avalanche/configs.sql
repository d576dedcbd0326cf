-- Settings of auto-renewed validators for the end of their cycles.
select height, position, tx_id, period, restake_shares
from raw_avalanche_config final
where network = {network:String}
order by height, position
