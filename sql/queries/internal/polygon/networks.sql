-- Networks of Polygon that have been seen.
select network
from dim_polygon_network final
order by network
