-- Position of a checkpoint among the events of the root chain.
select toString(position) as position
from fct_polygon_checkpoint final
where network = {network:String} and checkpoint = {checkpoint:UInt32}
