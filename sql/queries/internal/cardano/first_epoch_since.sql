-- The first epoch since a day, which is given in days since 1970; 0 if there is none.
select min(first_epoch) as epoch
from int_cardano_day final
where network = {network:String} and toUInt32(day) >= {day:UInt32}
