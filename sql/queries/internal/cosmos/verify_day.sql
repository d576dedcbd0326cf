-- Heights of the known states of a UTC day. The point is a day since 1970.
select state_height, delegation_height
from int_cosmos_day final
where network = {network:String} and day = toDate(toUInt16({point:UInt32}))
