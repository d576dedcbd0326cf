-- The first epoch of a range that is not computed, after the contiguous ones from its start.
select {from:UInt32} + countIf(epoch = {from:UInt32} + place) as next
from (
  select epoch, row_number() over (order by epoch asc) - 1 as place
  from int_cardano_epoch final
  where network = {network:String} and epoch between {from:UInt32} and {to:UInt32} and has_facts = 1
)
