-- Windows of complete days, with the number of their known facts; those whose records are computed from as many are
-- left out.
select
  window_days,
  toString(from_day) as first,
  toString(to_day) as last,
  day_count,
  checkpoint_count,
  known_count,
  from_checkpoint,
  to_checkpoint,
  toUInt32(to_day) as last_number,
  toString(facts_checksum) as facts_checksum
from (
  select
    days as window_days,
    min(day) as from_day,
    max(day) as to_day,
    count() as day_count,
    sum(checkpoint_count) as checkpoint_count,
    sum(known_count) as known_count,
    min(from_checkpoint) as from_checkpoint,
    max(to_checkpoint) as to_checkpoint,
    sum(cityHash64(day, made.facts_checksum)) as facts_checksum
  from int_polygon_day as made final
  cross join (select arrayJoin([1, 7, 30, 0]) as days) as lengths
  where
    made.network = {network:String}
    and made.is_complete = 1
    and (
      days = 0
      or made.day + days > (
        select max(day) from int_polygon_day final where network = {network:String} and is_complete = 1
      )
    )
  group by days
)
order by window_days
