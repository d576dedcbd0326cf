-- Epochs from which the records of a day were computed.
select start_epoch, end_epoch, is_complete
from int_eth_day final
where network = {network:String} and day_type = {day_type:String} and day = {day:UInt32}
