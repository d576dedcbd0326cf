-- The first epoch of a range that is not made: behind as many as follow each other from its beginning on.
select {from:UInt32} + countIf(epoch = {from:UInt32} + place) as next
from (
  select epoch, row_number() over (order by epoch asc) - 1 as place
  from int_cardano_epoch final
  where network = {network:String} and epoch between {from:UInt32} and {to:UInt32} and has_facts = 1
)
