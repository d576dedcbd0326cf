-- Validators whose last status is of an epoch, as in the current registries up to it; they keep their version.
insert into dim_eth_validator (
  network, validator_index, pubkey, withdrawal_credentials, effective_balance_gwei, is_slashed,
  activation_eligibility_epoch, activation_epoch, exit_epoch, withdrawable_epoch, version
)
with
  known as (
    select validator_index, pubkey, withdrawal_credentials, version
    from dim_eth_validator final
    where network = {network:String} and version = {epoch:UInt32}
  ),
  -- 2^64 - 1 means not set.
  18446744073709551615 as never
select
  {network:String} as network,
  known.validator_index as validator_index,
  known.pubkey as pubkey,
  known.withdrawal_credentials as withdrawal_credentials,
  restated.status.1 as effective_balance_gwei,
  restated.status.2 as is_slashed,
  toUInt32(nullIf(restated.status.3, never)) as activation_eligibility_epoch,
  toUInt32(nullIf(restated.status.4, never)) as activation_epoch,
  toUInt32(nullIf(restated.status.5, never)) as exit_epoch,
  toUInt32(nullIf(restated.status.6, never)) as withdrawable_epoch,
  known.version as version
from known
inner join (
  select
    validator_index,
    argMax(
      (
        effective_balance_gwei, is_slashed, activation_eligibility_epoch, activation_epoch, exit_epoch,
        withdrawable_epoch
      ),
      epoch
    ) as status
  from raw_eth_registry final
  where
    network = {network:String}
    and epoch between {registry_epoch:UInt32} and {epoch:UInt32}
    and validator_index in (select validator_index from known)
  group by validator_index
) as restated on restated.validator_index = known.validator_index
