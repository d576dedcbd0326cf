-- The days that a range of epochs leads to: their own, and that on which the last of them is paid for.
select
  count() as epochs,
  toString(toDate(min(start_at))) as first,
  toString(toDate(max(end_at + (end_at - start_at)))) as last
from int_cardano_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
