-- Of how much, and of which facts, the records of windows are made.
select window_days, toString(version) as version, toString(facts_checksum) as facts_checksum
from int_polygon_window final
where network = {network:String}
