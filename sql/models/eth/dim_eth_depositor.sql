/* ---
grain: network, validator_index
reads: [raw_eth_deposit_log, dim_eth_deposit_signature, dim_eth_validator]
window: depositor
--- */
-- The sender of the first known deposit of each validator that has a day by an epoch: it is active in the following
-- one.
insert into dim_eth_depositor
select
  {network:String} as network,
  validators.validator_index as validator_index,
  if(
    ifNull(deposits.deposit_epoch < validators.activation_eligibility_epoch, true),
    deposits.depositor,
    ''
  ) as depositor,
  deposits.fact_count as version
from (
  select validator_index, pubkey, activation_eligibility_epoch
  from dim_eth_validator final
  where network = {network:String} and activation_epoch <= {to_epoch:UInt32} + 1
) as validators
inner join (
  /* include fragments/eth/first_deposits.sql */
) as deposits on deposits.pubkey = validators.pubkey
