-- Window tables with outdated rows: ranks in lists that were longer, and entities without later movements.
select 'fct_eth_entity_rank' as name
from fct_eth_entity_rank
where network = {network:String} and version < {version:UInt64}
group by name
union all
select 'fct_eth_movement_window' as name
from fct_eth_movement_window
where network = {network:String} and version < {version:UInt64}
group by name
