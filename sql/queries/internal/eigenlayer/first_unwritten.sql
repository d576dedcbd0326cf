-- The first block of a range that is in no span.
select min(end) + 1 as next
from (
  select
    max(to_block) over (order by block asc, to_block asc rows between unbounded preceding and current row) as end,
    leadInFrame(block, 1, 4294967295) over (
      order by block asc, to_block asc
      rows between unbounded preceding and unbounded following
    ) as next_block
  from (
    select block, to_block
    from raw_eigenlayer_span final
    where network = {network:String} and to_block >= {from:UInt32}
    union all
    select toUInt32(0) as block, toUInt32(greatest({from:UInt32}, 1) - 1) as to_block
  )
  where block <= {to:UInt32}
)
where next_block > toUInt64(end) + 1
