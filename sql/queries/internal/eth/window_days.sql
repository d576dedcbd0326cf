-- Chain days of a network, newest first, with the inputs of their entity records. Complete ones only if these are
-- stored.
select
  recorded.day as day,
  start_epoch,
  end_epoch,
  is_complete,
  toString(made.version) as version,
  toString(cityHash64(made.facts_checksum, made.deposit_checksum)) as facts_checksum
from int_eth_day as recorded final
left join (
  select day, day_version, facts_checksum, deposit_checksum, version
  from int_eth_entity_day final
  where network = {network:String} and day_type = 'chain'
) as made on made.day = recorded.day
where
  recorded.network = {network:String}
  and recorded.day_type = 'chain'
  and (is_complete = 0 or made.day_version >= recorded.version)
order by day desc
