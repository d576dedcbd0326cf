-- Days that are over and not made, in their order: all blocks from the first one of the contracts to their end are
-- there, and no day between them is missing.
select toUInt16(day) as day_number, last_block
from (
  select day, last_block, toUInt16(day) - row_number() over (order by day asc) as run
  from raw_eigenlayer_day final
  where
    network = {network:String}
    and last_block <= (
      select min(to_block)
      from (
        select
          to_block,
          leadInFrame(block, 1, 4294967295) over (
            order by block asc, to_block asc
            rows between unbounded preceding and unbounded following
          ) as next_block,
          max(to_block) over (order by block asc, to_block asc rows between unbounded preceding and current row) as end,
          min(block) over () as first_block
        from raw_eigenlayer_span
        where network = {network:String}
      )
      where
        next_block > toUInt64(end) + 1
        and first_block <= (select max(first_block) from dim_eigenlayer_network where network = {network:String})
    )
)
where
  run = (
    select toUInt16(min(from_day)) - 1
    from raw_eigenlayer_span
    where
      network = {network:String}
      and block <= (select max(first_block) from dim_eigenlayer_network where network = {network:String})
  )
  and day not in (select day from int_eigenlayer_day where network = {network:String} and version >= {revision:UInt64})
order by day_number
