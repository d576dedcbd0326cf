-- The first and the last stored final epoch, and their number; records of slots outlive their facts.
select uniqExact(epoch) as epochs, min(epoch) as first, max(epoch) as last
from
  (
    select epoch from fct_eth_proposal_slot where network = {network:String}
    union all
    select epoch from raw_eth_block where network = {network:String} and is_final = 1
  )
