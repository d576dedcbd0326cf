-- Validators in the registry of an epoch: the last snapshot, and the changes since, for the comparison with the Beacon
-- API.
with
  (
    /* include fragments/eth/epoch_date.sql */
  ) as epoch_date,
  (
    select any(registry_epoch)
    from raw_eth_epoch final
    where network = {network:String} and epoch = {point:UInt32}
  ) as snapshot_epoch,
  latest as (
    select
      validator_index,
      argMax(
        (
          activation_epoch,
          activation_eligibility_epoch,
          exit_epoch,
          withdrawable_epoch,
          effective_balance_gwei,
          is_slashed
        ),
        epoch
      ) as fields
    from raw_eth_registry final
    where
      network = {network:String}
      and epoch >= snapshot_epoch
      and epoch <= {point:UInt32}
      and validator_index in {validators:Array(UInt32)}
    group by validator_index
  ),
  identities as (
    select
      validator_index,
      concat('0x', lower(hex(pubkey))) as pubkey,
      concat('0x', lower(hex(withdrawal_credentials))) as withdrawal_credentials
    from dim_eth_validator final
    where network = {network:String} and validator_index in {validators:Array(UInt32)}
  )
select
  toString(latest.validator_index) as subject,
  part.1 as item,
  part.2 as value,
  epoch_date as date
from latest
inner join identities on identities.validator_index = latest.validator_index
array join arrayFilter(
  one -> one.1 != 'withdrawal_credentials' or has({with_credentials:Array(UInt32)}, latest.validator_index),
  [
    ('pubkey', identities.pubkey),
    ('withdrawal_credentials', identities.withdrawal_credentials),
    ('activation_epoch', toString(latest.fields.1)),
    ('activation_eligibility_epoch', toString(latest.fields.2)),
    ('exit_epoch', toString(latest.fields.3)),
    ('withdrawable_epoch', toString(latest.fields.4)),
    ('effective_balance_gwei', toString(latest.fields.5)),
    ('is_slashed', toString(latest.fields.6))
  ]
) as part
