-- How many validators there are behind a page of v0's metadata, from an index on.
select count() as total
from dim_eth_validator as validator final
where
  validator.network = {network:String}
  and validator.validator_index >= {from:UInt32}
  and empty({operatorsIds:Array(String)})
  and (
    {withdrawalAddress:Nullable(String)} is null or validator.withdrawal_address = {withdrawalAddress:Nullable(String)}
  )
