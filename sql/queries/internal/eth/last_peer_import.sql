-- The highest number of a peer import, in force or started.
select greatest(
  (select max(import_id) from raw_eth_peer_import where network = {network:String}),
  (select max(import_id) from raw_eth_imported_peer where network = {network:String})
) as last_import
