-- First and last UTC day of a range of checkpoints and its neighbours, which show whether days are whole.
select
  count() as checkpoints,
  toString(min(toDate(checkpoint_at))) as first,
  toString(max(toDate(checkpoint_at))) as last
from raw_polygon_checkpoint final
where network = {network:String} and checkpoint between toInt64({from:UInt32}) - 1 and {to:UInt32} + 1
