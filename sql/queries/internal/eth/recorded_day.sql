-- Which epochs the records of a day were made from.
select start_epoch, end_epoch, is_complete
from int_eth_day final
where network = {network:String} and day_type = {day_type:String} and day = {day:UInt32}
