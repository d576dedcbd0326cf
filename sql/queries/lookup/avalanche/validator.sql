-- Whether a validator of the primary network is known.
select 1 as found
from int_avalanche_stake
where network = {network:String} and node_id = {validator:String}
limit 1
