-- Number of days in the warehouse, and of networks.
select count() as days, uniqExact(network) as networks
from int_polygon_day final
