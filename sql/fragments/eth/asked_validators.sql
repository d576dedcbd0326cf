-- Which validators a page of v0's metadata is about, from "validator". No operator is attributed yet, so any asked for
-- has none.
validator.network = {network:String}
and validator.validator_index >= {from:UInt32}
and empty({operatorsIds:Array(String)})
and (
  {withdrawalAddress:Nullable(String)} is null or validator.withdrawal_address = {withdrawalAddress:Nullable(String)}
)
