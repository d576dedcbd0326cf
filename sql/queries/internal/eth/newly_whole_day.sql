-- Whether all epochs of a day are computed while its records do not cover all of them.
select
  count() = {to:UInt32} - {from:UInt32} + 1
  and (
    select count()
    from int_eth_day final
    where network = {network:String} and day_type = {day_type:String} and day = {day:UInt32} and is_complete = 1
  ) = 0 as is_newly_whole
from int_eth_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
