-- Of how much the records of windows are made.
select window_days, toString(version) as version
from fct_polygon_window final
where network = {network:String} and validator = 0
