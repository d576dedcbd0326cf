-- Validators in index order, from an index on. No operator is attributed yet, so any operator asked for has none.
select
  validator.validator_index as validatorIndex,
  concat('0x', lower(hex(validator.pubkey))) as validatorPubkey,
  cast(null as Nullable(String)) as pool,
  cast(null as Nullable(String)) as dvtNetwork,
  emptyArrayString() as nodeOperators,
  emptyArrayString() as depositAddresses,
  emptyArrayString() as dvtOperators,
  validator.activation_epoch as activationEpoch,
  validator.activation_eligibility_epoch as activationEligibilityEpoch,
  validator.exit_epoch as exitEpoch,
  validator.withdrawable_epoch as withdrawableEpoch,
  validator.withdrawal_address as withdrawalAddress
from dim_eth_validator as validator final
where
  /* include fragments/eth/asked_validators.sql */
order by validatorIndex asc
limit {size:UInt64}
