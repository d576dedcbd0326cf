-- Days of a range with computed states, with their blocks.
select toString(day) as date, last_block
from int_eigenlayer_day final
where network = {network:String} and day between {first:Date} and {last:Date}
order by date
