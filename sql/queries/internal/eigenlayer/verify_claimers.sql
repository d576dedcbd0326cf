-- A sample of earners and tokens with claims up to a block, spread by hash.
select vaEigenlayerAddress(earner) as earner, vaEigenlayerAddress(token) as token
from (
  select distinct earner, token
  from raw_eigenlayer_claim
  where network = {network:String} and block <= {point:UInt32}
  order by sipHash64(earner, token, {point:UInt32})
  limit {size:UInt32}
)
