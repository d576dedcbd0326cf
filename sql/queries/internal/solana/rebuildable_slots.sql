-- Runs of stored slots.
select min(slot) as from_slot, max(slot) as to_slot
from (
  select slot, toInt64(slot) - row_number() over (order by slot asc) as run
  from raw_solana_slot final
  where network = {network:String}
)
group by run
order by from_slot
