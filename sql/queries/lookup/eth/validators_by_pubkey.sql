-- Indices of validators, by public keys in hex without prefix.
select distinct
  validator.validator_index as validatorIndex,
  concat('0x', lower(hex(validator.pubkey))) as pubkey
from dim_eth_validator as validator
where
  validator.network = {network:String}
  and validator.pubkey in (
    select toFixedString(unhex(arrayJoin({pubkeys:Array(String)})), 48)
  )
