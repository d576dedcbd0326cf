-- Finished days that can be computed, in order, from the first one that is not computed: all blocks from the contracts'
-- first one to their end are stored, without a missing day. Also computed days from {checked_from} on, with the
-- checksums of their facts.
with
  made as (
    select day, facts_checksum
    from int_eigenlayer_day final
    where network = {network:String} and version >= {revision:UInt64}
  )
select
  toUInt16(can_be_made.day) as day_number,
  last_block,
  toBool(made.day != toDate(0)) as is_made,
  toString(made.facts_checksum) as facts_checksum
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
) as can_be_made
left join made on made.day = can_be_made.day
where
  run = (
    select toUInt16(min(from_day)) - 1
    from raw_eigenlayer_span
    where
      network = {network:String}
      and block <= (select max(first_block) from dim_eigenlayer_network where network = {network:String})
  )
qualify
  day_number >= {checked_from:UInt16}
  -- Every later day depends on a day, and is recomputed with it.
  or day_number >= min(if(is_made, 65535, day_number)) over ()
order by day_number
