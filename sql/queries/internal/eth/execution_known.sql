-- Whether an execution node has told anything of a network: only then what nobody paid is 0, and not unknown.
select count() > 0 as is_known
from (
  select 1
  from raw_eth_execution_block
  where network = {network:String}
  limit 1
)
