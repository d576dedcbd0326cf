-- Days whose records are written, but not those of their entities, or of what the day was before; oldest first.
select
  toString(recorded.day_type) as day_type,
  recorded.day as day,
  toString(recorded.date) as date,
  recorded.start_epoch as from_epoch,
  recorded.end_epoch as to_epoch,
  recorded.is_complete as is_complete,
  recorded.version as version
from int_eth_day as recorded final
left join (select * from int_eth_entity_day final where network = {network:String}) as made
  on made.day_type = recorded.day_type and made.day = recorded.day
where recorded.network = {network:String} and made.version < recorded.version
order by day, day_type
