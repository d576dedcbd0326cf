-- The newest complete day, and how many there are: 0 tells that there is none.
select count() as days, toUInt32(max(day)) as newest
from int_polygon_day final
where network = {network:String} and is_complete = 1
