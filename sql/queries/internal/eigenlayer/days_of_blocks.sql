-- The UTC days of the first and last block of a range, by spans.
select
  count() as spans,
  toString(argMin(from_day, block)) as first,
  toString(argMax(to_day, to_block)) as last
from raw_eigenlayer_span final
where network = {network:String} and block <= {to:UInt32} and to_block >= {from:UInt32}
