-- Days of a range of dates with written records, oldest first, with the sources that mapped a complete one.
select
  recorded.day_type as day_type,
  recorded.day as day,
  toString(recorded.date) as date,
  recorded.start_epoch as from_epoch,
  recorded.end_epoch as to_epoch,
  recorded.is_complete as is_complete,
  recorded.version as version,
  mapped.day_type != '' as is_mapped,
  mapped.sources as sources
from (
  select toString(day_type) as day_type, day, date, start_epoch, end_epoch, is_complete, version
  from int_eth_day final
  where network = {network:String}
) as recorded
left join (
  select toString(day_type) as day_type, day, sources
  from raw_eth_entity_mapping final
  where network = {network:String}
) as mapped on mapped.day_type = recorded.day_type and mapped.day = recorded.day
where
  ({first_date:Nullable(Date32)} is null or recorded.date >= {first_date:Nullable(Date32)})
  and ({last_date:Nullable(Date32)} is null or recorded.date <= {last_date:Nullable(Date32)})
order by day, day_type
