-- The last blocks of days that end in a range and whose states are computed, at most 64 of them, spread by hash.
select block, date
from (
  select last_block as block, toString(max(day)) as date
  from raw_eigenlayer_day final
  where
    network = {network:String}
    and last_block between {from:UInt32} and {to:UInt32}
    and day in (select day from int_eigenlayer_day final where network = {network:String})
  group by last_block
  order by sipHash64(last_block)
  limit 64
)
order by block
