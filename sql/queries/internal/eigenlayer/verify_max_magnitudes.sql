-- Magnitudes of operators in strategies after a block.
select subject, item, value
from (
  select
    vaEigenlayerAddress(operator) as subject,
    concat('max_magnitude/', vaEigenlayerAddress(strategy)) as item,
    toString(argMax(max_magnitude, (block, log_index))) as value
  from raw_eigenlayer_magnitude final
  where network = {network:String} and block <= {point:UInt32}
  group by operator, strategy
)
where concat(subject, '/', item) in {pairs:Array(String)}
