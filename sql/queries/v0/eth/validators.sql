-- Validators in index order or reverse, from an index or from an offset on.
select
  validator.validator_index as validatorIndex,
  concat('0x', lower(hex(validator.pubkey))) as validatorPubkey,
  /* include fragments/eth/belonging_fields.sql */,
  /* include fragments/eth/validator_fields.sql */
from dim_eth_validator as validator final
left join (
  select validator_index, entities
  /* include fragments/eth/mapped_validators.sql */
    and validator_index in (
      select validator.validator_index
      from dim_eth_validator as validator final
      where
        /* include fragments/eth/requested_validators.sql */
      order by if({sortOrder:String} = 'desc', validator.validator_index, null) desc, validator.validator_index asc
      limit {size:UInt64} offset {offset:UInt64}
    )
) as belongings on belongings.validator_index = validator.validator_index
where
  /* include fragments/eth/requested_validators.sql */
order by if({sortOrder:String} = 'desc', validatorIndex, null) desc, validatorIndex asc
limit {size:UInt64} offset {offset:UInt64}
