-- Peers of the import in force; 0 without one.
select argMax(peer_count, import_id) as peers
from raw_eth_peer_import final
where network = {network:String}
