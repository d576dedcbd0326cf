-- Version of the current lists of entities.
select max(version) as version
from fct_eth_entity_rank
where network = {network:String} and id_type = 'network'
