-- Facts from which days are computed.
select toUInt16(day) as day_number, checksum, version, supply_residual_navax
from int_avalanche_day final
where network = {network:String}
