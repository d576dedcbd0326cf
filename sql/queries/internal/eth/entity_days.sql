-- Days of a range of dates whose records are written, oldest first.
select
  toString(day_type) as day_type,
  day,
  toString(date) as date,
  start_epoch as from_epoch,
  end_epoch as to_epoch,
  is_complete,
  version
from int_eth_day as recorded final
where
  network = {network:String}
  and ({first_date:Nullable(Date32)} is null or recorded.date >= {first_date:Nullable(Date32)})
  and ({last_date:Nullable(Date32)} is null or recorded.date <= {last_date:Nullable(Date32)})
order by day, day_type
