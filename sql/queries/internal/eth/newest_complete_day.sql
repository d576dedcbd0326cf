-- The newest complete day of a kind, and the number of them; 0 if there are none.
select count() as days, max(day) as newest
from int_eth_day final
where network = {network:String} and day_type = {day_type:String} and is_complete = 1
