-- Complete chain days of a network with what their records are made of, newest first.
select day, start_epoch, end_epoch, toString(version) as version
from int_eth_day final
where network = {network:String} and day_type = 'chain' and is_complete = 1
order by day desc
