-- Networks of Polygon, by name.
select network
from dim_polygon_network final
order by network
