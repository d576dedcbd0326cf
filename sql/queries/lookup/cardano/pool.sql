-- Whether a pool is known.
select 1 as found
from raw_cardano_pool
where network = {network:String} and pool = {pool:String}
limit 1
