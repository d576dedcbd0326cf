-- The days of a range of epochs.
select
  count() as epochs,
  toString(toDate(min(start_at))) as first,
  toString(toDate(max(end_at) - 1)) as last
from int_cardano_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
