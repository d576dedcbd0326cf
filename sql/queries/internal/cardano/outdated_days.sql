-- Days of epochs that were read since, or became known. Payment days are those on which an epoch after next starts.
select network, toString(date) as day
from (
  select
    network,
    arrayJoin(
      arrayMap(place -> toDate(start_at) + place, range(toUInt32(toDate(end_at - 1) - toDate(start_at) + 1)))
    ) as date,
    is_paid,
    read_at
  from int_cardano_epoch final
  where has_facts = 1
  union all
  select network, toDate(start_at + 2 * (end_at - start_at)) as date, 0 as is_paid, read_at
  from int_cardano_epoch final
  where is_paid = 1
) as touched
left join (select * from int_cardano_day final) as made on made.network = touched.network and made.day = touched.date
group by network, date
having sum(touched.is_paid) > any(made.known_count) or max(touched.read_at) > any(made.read_at)
order by network, date
