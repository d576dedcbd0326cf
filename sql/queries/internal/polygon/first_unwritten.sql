-- The first checkpoint of a range that is not computed, after the contiguous ones from its start.
select {from:UInt32} + countIf(checkpoint = {from:UInt32} + place) as next
from (
  select checkpoint, row_number() over (order by checkpoint asc) - 1 as place
  from fct_polygon_checkpoint final
  where network = {network:String} and checkpoint between {from:UInt32} and {to:UInt32}
)
