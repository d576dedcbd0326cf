-- Runs of blocks without gaps, with the times of their ends in seconds.
select
  min(height) as from_block,
  max(height) as to_block,
  argMin(seconds, height) as first_at,
  argMax(seconds, height) as last_at
from (
  select
    height,
    toUInt64(toUnixTimestamp(block_at)) as seconds,
    toInt64(height) - row_number() over (order by height asc) as run
  from raw_avalanche_block final
  where network = {network:String}
)
group by run
order by from_block
