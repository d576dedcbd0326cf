-- Runs of stored blocks, and whether one of their states has the supply.
select min(height) as from_block, max(height) as to_block, max(has_state) as is_anchored
from (
  select
    height,
    toInt64(height) - row_number() over (order by height asc) as run,
    height in (
      select height
      from raw_avalanche_state
      where network = {network:String} and supply_navax is not null
    ) as has_state
  from raw_avalanche_block final
  where network = {network:String}
)
group by run
order by from_block
