-- Days of a range of blocks: number of stored blocks, and of blocks from which their records were computed, if there
-- are any.
select
  toString(any_day) as date,
  sum(here) as blocks,
  sum(recorded) as recorded_blocks,
  max(complete) as is_complete
from (
  select day as any_day, count() as here, 0 as recorded, 0 as complete
  from raw_cosmos_block final
  where
    network = {network:String}
    and day in (
      select day
      from raw_cosmos_block
      where network = {network:String} and height between {from:UInt32} and {to:UInt32}
      union distinct
      select day
      from int_cosmos_day
      where network = {network:String} and to_block >= {from:UInt32} and from_block <= {to:UInt32}
    )
  group by day
  union all
  select day as any_day, 0 as here, toUInt64(to_block) - from_block + 1 as recorded, is_complete as complete
  from int_cosmos_day final
  where
    network = {network:String}
    and (
      (to_block >= {from:UInt32} and from_block <= {to:UInt32})
      or day in (
        select day
        from raw_cosmos_block
        where network = {network:String} and height between {from:UInt32} and {to:UInt32}
      )
    )
)
group by any_day
order by any_day
