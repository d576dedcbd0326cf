-- Number of epochs, and of epochs with known rewards, from which the records of days are computed.
select toString(day) as date, toUInt64(epoch - first_epoch + 1) + known_count as epochs
from int_cardano_day final
where network = {network:String} and day between {first:Date} and {last:Date}
order by date
