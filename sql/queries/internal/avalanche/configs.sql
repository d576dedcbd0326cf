-- What validators that renew themselves are to do at the end of their cycles.
select height, position, tx_id, period, restake_shares
from raw_avalanche_config final
where network = {network:String}
order by height, position
