-- What the newest windows of a network were made of; 0 while there are none.
select toString(max(version)) as version
from fct_eth_entity_window
where network = {network:String} and id_type = 'network'
