-- Public keys of validators. An index keeps its key forever, so rows that are not merged yet agree.
select distinct
  validator.validator_index as validatorIndex,
  concat('0x', lower(hex(validator.pubkey))) as pubkey
from dim_eth_validator as validator
where validator.network = {network:String} and validator.validator_index in {indices:Array(UInt32)}
/* include fragments/keyed_read.sql */
