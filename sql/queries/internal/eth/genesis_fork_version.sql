-- GENESIS_FORK_VERSION, as a beacon node returned it; no row where none has yet.
select JSONExtractString(spec, 'GENESIS_FORK_VERSION') as genesis_fork_version
from raw_eth_epoch
where network = {network:String} and JSONExtractString(spec, 'GENESIS_FORK_VERSION') != ''
limit 1
