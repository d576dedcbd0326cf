-- The newest complete day, and the number of them; 0 if there are none.
select count() as days, toUInt32(max(day)) as newest
from int_polygon_day final
where network = {network:String} and is_complete = 1
