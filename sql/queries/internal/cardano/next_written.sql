-- The first stored epoch of a range, if any.
select min(epoch) as next
from int_cardano_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32} and has_facts = 1
having count() > 0
