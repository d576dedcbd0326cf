-- A sample of owners of EigenPods with shares, spread by hash.
select vaEigenlayerAddress(staker) as owner
from (
  select distinct staker
  from raw_eigenlayer_share
  where network = {network:String} and block <= {point:UInt32} and kind = 'pod'
  order by sipHash64(staker, {point:UInt32})
  limit {size:UInt32}
)
