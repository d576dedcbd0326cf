-- Versions and facts from which the records of windows are computed.
select window_days, toString(version) as version, toString(facts_checksum) as facts_checksum
from int_polygon_window final
where network = {network:String}
