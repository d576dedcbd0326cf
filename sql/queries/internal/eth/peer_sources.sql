-- Sources of peers: the import in force, then beacon nodes, by the time of the last observation.
select
  'import' as source,
  toString(import_id) as name,
  imports.peer_count as peer_count,
  validator_count,
  formatDateTime(imports.imported_at, '%Y-%m-%dT%H:%i:%SZ') as last_reported_at
from raw_eth_peer_import as imports final
left join (
  select import_id, sum(peers.validator_count) as validator_count
  from raw_eth_imported_peer as peers final
  where
    peers.network = {network:String}
    and peers.import_id = (select max(import_id) from raw_eth_peer_import final where network = {network:String})
  group by import_id
) as sums using (import_id)
where
  imports.network = {network:String}
  and imports.import_id = (select max(import_id) from raw_eth_peer_import final where network = {network:String})
  and imports.peer_count > 0
union all
select
  'node' as source,
  node as name,
  toUInt32(length(argMax(peer_ids, observed_at))) as peer_count,
  toUInt64(peer_count) as validator_count,
  formatDateTime(max(observed_at), '%Y-%m-%dT%H:%i:%SZ') as last_reported_at
from raw_eth_node_peer_daily final
where network = {network:String}
group by node
order by source, name
