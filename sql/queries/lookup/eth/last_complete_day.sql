-- The last complete day with entity records; no row if there is none. Metadata shows the mapping of the last such chain
-- day.
select max(recorded.day) as day
from int_eth_day as recorded final
where
  network = {network:String}
  and day_type = {dayType:String}
  and is_complete = 1
  and recorded.day in (
    select made.day from int_eth_entity_day as made where network = {network:String} and day_type = {dayType:String}
  )
having count() > 0
