-- Validators of a page of v0's metadata, from "validator": of entities by the mapping of a day.
validator.network = {network:String}
and validator.validator_index >= {from:UInt32}
and (
  empty({operatorsIds:Array(String)})
  or validator.validator_index in (
    select validator_index
    from int_eth_validator_entity_daily final
    where
      network = {network:String}
      and day_type = 'chain'
      and day = {mappingDay:UInt32}
      and not empty({operatorsIds:Array(String)})
      and arrayExists(one -> one.1 = {idType:String} and has({operatorsIds:Array(String)}, one.2), entities)
  )
)
and (
  {withdrawalAddress:Nullable(String)} is null or validator.withdrawal_address = {withdrawalAddress:Nullable(String)}
)
