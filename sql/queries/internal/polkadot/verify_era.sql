-- What is stored of an era, for comparisons with nodes: its day, where the day's records exist, and whether the era
-- is the last one of the day. No row: not all of the era is stored.
select
  if(
    made.day in (select day from int_polkadot_day final where network = {network:String}),
    toNullable(toString(made.day)),
    null
  ) as recorded_day,
  toBool(
    made.era in (
      select max(era)
      from int_polkadot_network_era final
      where network = {network:String}
      group by day
    )
  ) as is_last_of_day
from int_polkadot_network_era as made final
where made.network = {network:String} and made.era = {point:UInt32}
