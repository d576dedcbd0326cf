-- A sample of the validators with duties in an epoch, spread over the registry, ascending: Prysm assigned rewards for
-- unsorted indices to other validators.
select validator_index
from (
  select validator_index
  from fct_eth_validator_duty_epoch final
  where network = {network:String} and epoch = {point:UInt32} and has_duty
  order by cityHash64(epoch, validator_index)
  limit {size:UInt32}
)
order by validator_index
