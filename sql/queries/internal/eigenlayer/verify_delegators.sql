-- A sample of stakers that have delegated up to a block, spread by hash.
select vaEigenlayerAddress(staker) as staker
from (
  select distinct staker
  from raw_eigenlayer_delegation
  where network = {network:String} and block <= {point:UInt32}
  order by sipHash64(staker, {point:UInt32})
  limit {size:UInt32}
)
