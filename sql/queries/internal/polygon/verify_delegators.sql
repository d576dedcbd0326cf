-- A sample of delegators with an event up to the block of a checkpoint, spread by hash, and the contracts of their
-- validators.
select sample.account as account, sample.validator as validator, contract.address as contract
from (
  select account, validator
  from raw_polygon_share_event
  where
    network = {network:String}
    and block_number <= (
      select intDiv(position, 65536)
      from fct_polygon_checkpoint final
      where network = {network:String} and checkpoint = {point:UInt32}
    )
  group by account, validator
  order by sipHash64(account, validator, {point:UInt32})
  limit {size:UInt32}
) as sample
inner join (
  select validator, argMaxIf(contract, block_number, contract is not null) as address
  from raw_polygon_validator
  where network = {network:String}
  group by validator
  having address is not null
) as contract on contract.validator = sample.validator
