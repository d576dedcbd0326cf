-- The mapping with which a day's records are computed: for each source with rows on its date, the import used before
-- for the day, otherwise the newest; and the time up to which self reports count.
with
  kept as (
    select sources, import_ids, reported_until
    from raw_eth_entity_mapping final
    where
      network = {network:String} and day_type = {day_type:String} and day = {day:UInt32} and {is_kept:UInt8} = 1
  ),
  imports as (
    select
      newest.source as source,
      if(before.import_id = 0, newest.import_id, before.import_id) as import_id
    from (
      select source, max(import_id) as import_id
      from raw_eth_entity_import final
      where network = {network:String}
      group by source
    ) as newest
    left join (
      select pair.1 as source, pair.2 as import_id
      from (select arrayJoin(arrayZip(sources, import_ids)) as pair from kept)
    ) as before on before.source = newest.source
  )
select
  groupArray(source) as sources,
  groupArray(toString(import_id)) as import_ids,
  toString(
    if(
      (select count() from kept) = 0,
      (select max(reported_at) from raw_eth_self_report final where network = {network:String}),
      (select any(reported_until) from kept)
    )
  ) as reported_until
from (
  select distinct toString(source) as source, import_id
  from raw_eth_entity_key final
  where
    network = {network:String}
    and (source, import_id) in (select source, import_id from imports)
    and ifNull(from_date, toDate32('1900-01-01')) <= {date:Date32}
    and ifNull(to_date, toDate32('2299-12-31')) >= {date:Date32}
  order by source
)
