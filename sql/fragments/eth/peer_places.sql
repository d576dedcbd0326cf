-- Locations of peers, by country or host: peers and their validators, together with the totals. Peers of the import in
-- force; without one, those in the last observation of each beacon node, each counted once with one validator. A node
-- without an observation for a day before the latest one is left out.
select
  place,
  count() as peer_count,
  sum(validator_count) as own_count,
  sum(peer_count) over () as sample_peer_count,
  sum(own_count) over () as all_count
from (
  select
    if({place:String} = 'country', imported.country_code, imported.hosting_provider) as place,
    toUInt64(imported.validator_count) as validator_count
  from raw_eth_imported_peer as imported final
  where
    imported.network = {network:String}
    and imported.import_id = (select max(import_id) from raw_eth_peer_import final where network = {network:String})
  union all
  select peer.2 as place, toUInt64(1) as validator_count
  from (
    select observed.observed_at, arrayJoin(arrayZip(observed.peer_ids, observed.places)) as peer
    from (
      select
        node,
        observed_at,
        peer_ids,
        if({place:String} = 'country', country_codes, hosting_providers) as places
      from raw_eth_node_peer_daily final
      where
        network = {network:String}
        and (select argMax(peer_count, import_id) from raw_eth_peer_import final where network = {network:String}) = 0
      order by observed_at desc
      limit 1 by node
    ) as observed
    where observed.observed_at > (
      select max(observed_at) from raw_eth_node_peer_daily where network = {network:String}
    ) - interval 1 day
    order by observed.observed_at desc
    limit 1 by peer.1
  )
)
where {distributionType:String} = 'all' or validator_count >= 10
group by place
