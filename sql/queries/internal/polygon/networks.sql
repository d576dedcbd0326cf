-- Networks of Polygon in the warehouse.
select network
from dim_polygon_network final
order by network
