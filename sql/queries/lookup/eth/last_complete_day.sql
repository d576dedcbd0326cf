-- The last complete chain day whose mapping to entities is there, which metadata shows; none while there is none.
select max(recorded.day) as day
from int_eth_day as recorded final
where
  network = {network:String}
  and day_type = 'chain'
  and is_complete = 1
  and recorded.day in (
    select made.day from int_eth_entity_day as made where network = {network:String} and day_type = 'chain'
  )
having count() > 0
