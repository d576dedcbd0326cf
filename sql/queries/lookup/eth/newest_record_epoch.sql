-- The last epoch covered by records of days; null if there is none.
select maxOrNull(end_epoch) as epoch
from int_eth_day
where network = {network:String}
