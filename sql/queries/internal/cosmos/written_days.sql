-- Days whose blocks count as written: the state at their end is there, with all that it announces.
select from_block, to_block
from int_cosmos_day final
where
  network = {network:String}
  and to_block >= {from:UInt32}
  and from_block <= {to:UInt32}
  and state_height = to_block
  and (not {readsDelegations:Bool} or delegation_height = to_block)
order by from_block
