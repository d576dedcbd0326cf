-- A sample of operators and strategies with a magnitude up to a block, spread by hash.
select vaEigenlayerAddress(operator) as operator, vaEigenlayerAddress(strategy) as strategy
from (
  select distinct operator, strategy
  from raw_eigenlayer_magnitude
  where network = {network:String} and block <= {point:UInt32}
  order by sipHash64(operator, strategy, {point:UInt32})
  limit {size:UInt32}
)
