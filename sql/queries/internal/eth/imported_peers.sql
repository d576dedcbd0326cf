-- Peers of the import in force, in the form of the file.
select peer_id, ip, country_code, hosting_provider, validator_count
from raw_eth_imported_peer final
where
  network = {network:String}
  and import_id = (select max(import_id) from raw_eth_peer_import final where network = {network:String})
order by peer_id
