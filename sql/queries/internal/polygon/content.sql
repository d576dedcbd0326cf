-- How many days the warehouse holds, and of how many networks.
select count() as days, uniqExact(network) as networks
from int_polygon_day final
