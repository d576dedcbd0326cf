-- Runs of stored blocks.
select min(height) as from_block, max(height) as to_block
from (
  select height, toInt64(height) - row_number() over (order by height asc) as run
  from raw_cosmos_block final
  where network = {network:String}
)
group by run
order by from_block
