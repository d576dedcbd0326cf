-- Stored final epochs that a relay has not returned: the newest before one, some at a time.
select epoch
from
  (
    select epoch from fct_eth_proposal_slot where network = {network:String} and epoch < {before:UInt32}
    union distinct
    select epoch from raw_eth_block where network = {network:String} and epoch < {before:UInt32} and is_final = 1
  )
where epoch not in (
  select epoch from raw_eth_relay_epoch where network = {network:String} and relay = {relay:String}
)
order by epoch desc
limit {epochs:UInt32}
