-- What is known of the deposits of the validators that have a day: as a number that only grows, and as a checksum of
-- who created them.
select
  sum(deposits.fact_count) as facts,
  sumIf(
    cityHash64(validators.validator_index, deposits.depositor),
    ifNull(deposits.deposit_epoch < validators.activation_eligibility_epoch, 1)
  ) as checksum
from (
  select validator_index, pubkey, activation_eligibility_epoch
  from dim_eth_validator final
  where network = {network:String} and activation_epoch <= {to_epoch:UInt32} + 1
) as validators
inner join (
  /* include fragments/eth/first_deposits.sql */
) as deposits on deposits.pubkey = validators.pubkey
