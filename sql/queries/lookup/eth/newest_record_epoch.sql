-- The last epoch that records of days cover; null when there is none.
select maxOrNull(end_epoch) as epoch
from int_eth_day
where network = {network:String}
