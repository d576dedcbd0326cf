-- The last complete chain day, whose mapping metadata shows; none while there is no such day.
select max(day) as day
from int_eth_day final
where network = {network:String} and day_type = 'chain' and is_complete = 1
having count() > 0
