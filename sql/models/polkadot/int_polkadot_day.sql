/* ---
grain: network, day
reads: [raw_polkadot_era, int_polkadot_network_era]
window: day
--- */
-- Known facts of a day. A day with a gap between its eras is left as it is.
insert into int_polkadot_day
with
  covered as (
    select min(era) as from_era, max(era) as to_era, count() as era_count
    from int_polkadot_network_era final
    where network = {network:String} and day = {day:Date}
    having era_count > 0 and era_count = to_era - from_era + 1
  ),
  -- The neighbouring eras show whether the day has another era: by themselves, or through the eras of the day.
  around as (
    select
      countIf(
        (era = (select from_era from covered) and previous_day < {day:Date})
        or (toInt64(era) = toInt64((select from_era from covered)) - 1 and day < {day:Date})
      ) > 0 as is_start_known,
      countIf(
        (era = (select to_era from covered) and next_day > {day:Date})
        or (era = (select to_era from covered) + 1 and day > {day:Date})
      ) > 0 as is_end_known
    from raw_polkadot_era final
    where network = {network:String}
  )
select
  {network:String} as network,
  {day:Date} as day,
  covered.from_era as from_era,
  covered.to_era as to_era,
  (around.is_start_known or covered.from_era = 0) and around.is_end_known as is_complete,
  {revision:UInt64} * {version_revision:UInt64} + covered.era_count * {version_eras:UInt64} + is_complete as version
from covered
cross join around
