-- Of how many epochs, and of how many whose rewards are known, the records of days are made.
select toString(day) as date, toUInt64(epoch - first_epoch + 1) + known_count as epochs
from int_cardano_day final
where network = {network:String} and day between {first:Date} and {last:Date}
order by date
