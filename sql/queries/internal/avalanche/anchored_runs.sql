-- Runs of blocks with a state among them that tells the supply.
select min(height) as from_block, max(height) as to_block
from (
  select
    height,
    toInt64(height) - row_number() over (order by height asc) as run,
    height in (
      select height from raw_avalanche_state where network = {network:String} and supply_navax is not null
    ) as has_state
  from raw_avalanche_block final
  where network = {network:String}
)
group by run
having countIf(has_state) > 0
order by from_block
