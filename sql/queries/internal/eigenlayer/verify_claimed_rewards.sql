-- Sums of earners' claims of tokens up to a block.
select subject, item, value
from (
  select
    vaEigenlayerAddress(earner) as subject,
    concat('claimed_base_units/', vaEigenlayerAddress(token)) as item,
    toString(sum(amount)) as value
  from raw_eigenlayer_claim final
  where network = {network:String} and block <= {point:UInt32}
  group by earner, token
)
where concat(subject, '/', item) in {pairs:Array(String)}
