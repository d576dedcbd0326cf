-- Where peers that count are, by country or host: peers and the validators behind them, beside those of all places.
-- Those of the import in force; without one, those that a beacon node was connected to when it last told, each once,
-- with one validator. A node that has told nothing for a day before the others' last word is left out.
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
    select told.observed_at, arrayJoin(arrayZip(told.peer_ids, told.places)) as peer
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
    ) as told
    where told.observed_at > (
      select max(observed_at) from raw_eth_node_peer_daily where network = {network:String}
    ) - interval 1 day
    order by told.observed_at desc
    limit 1 by peer.1
  )
)
where {distributionType:String} = 'all' or validator_count >= 10
group by place
