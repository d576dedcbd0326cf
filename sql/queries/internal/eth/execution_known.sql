-- Whether an execution node has returned anything for a network: only then a missing payment is 0, not unknown.
select count() > 0 as is_known
from (
  select 1
  from raw_eth_execution_block
  where network = {network:String}
  limit 1
)
