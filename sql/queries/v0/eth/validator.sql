-- One validator.
select
  validator.validator_index as validatorIndex,
  concat('0x', lower(hex(validator.pubkey))) as validatorPubkey,
  /* include fragments/eth/belonging_fields.sql */,
  /* include fragments/eth/validator_fields.sql */
from dim_eth_validator as validator final
left join (
  select validator_index, entities
  /* include fragments/eth/mapped_validators.sql */
    and validator_index = {validatorIndex:UInt32}
) as belongings on belongings.validator_index = validator.validator_index
where
  validator.network = {network:String}
  and validator.validator_index = {validatorIndex:UInt32}
limit 1
/* include fragments/keyed_read.sql */
