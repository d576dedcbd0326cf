-- The highest number of an import of peers, in force or begun.
select greatest(
  (select max(import_id) from raw_eth_peer_import where network = {network:String}),
  (select max(import_id) from raw_eth_imported_peer where network = {network:String})
) as last_import
