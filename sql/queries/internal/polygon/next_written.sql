-- The first stored checkpoint of a range, if any.
select min(checkpoint) as next
from fct_polygon_checkpoint final
where network = {network:String} and checkpoint between {from:UInt32} and {to:UInt32}
having count() > 0
