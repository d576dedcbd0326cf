-- Days with the state at their end, including all rows that it announces.
select from_block, to_block
from int_cosmos_day final
where
  network = {network:String}
  and to_block >= {from:UInt32}
  and from_block <= {to:UInt32}
  and state_height = to_block
  and (not {reads_delegations:Bool} or delegation_height = to_block)
order by from_block
