-- The first block of a range that is in a span, if any.
select greatest(min(block), {from:UInt32}) as next
from raw_eigenlayer_span final
where network = {network:String} and to_block >= {from:UInt32} and block <= {to:UInt32}
having count() > 0
