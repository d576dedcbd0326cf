-- Validators in index order or reverse, from an index or from an offset on.
select
  validator.validator_index as validatorIndex,
  concat('0x', lower(hex(validator.pubkey))) as validatorPubkey,
  /* include fragments/eth/belonging_fields.sql */,
  validator.activation_epoch as activationEpoch,
  validator.activation_eligibility_epoch as activationEligibilityEpoch,
  validator.exit_epoch as exitEpoch,
  validator.withdrawable_epoch as withdrawableEpoch,
  validator.withdrawal_address as withdrawalAddress
from dim_eth_validator as validator final
left join (
  select validator_index, entities
  from int_eth_validator_entity_daily final
  where
    network = {network:String}
    and day_type = 'chain'
    and day = {mappingDay:UInt32}
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
