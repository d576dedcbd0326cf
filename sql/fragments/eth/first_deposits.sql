-- The first known deposit of each validator's public key that may have created it. A deposit with other credentials did
-- not, because its signature was invalid. Neither did one with a signature verified as invalid, or one that came when
-- the validator was already eligible: then an earlier deposit is not known yet. Empty while none is known. The number
-- of facts only grows.
select
  logged.pubkey as pubkey,
  if(logged.created_count > 0, toString(logged.first_sender), '') as depositor,
  if(logged.created_count > 0, logged.first_epoch, null) as deposit_epoch,
  logged.fact_count as fact_count
from (
  select
    deposited.pubkey as pubkey,
    countIf(deposited.is_plausible) as created_count,
    argMinIf(deposited.sender, deposited.deposit_index, deposited.is_plausible) as first_sender,
    argMinIf(tuple(deposited.epoch), deposited.deposit_index, deposited.is_plausible).1 as first_epoch,
    count() + count(deposited.epoch) + count(deposited.signature) + countIf(deposited.is_verified) as fact_count
  from (
    select
      logs.pubkey as pubkey,
      logs.sender as sender,
      logs.deposit_index as deposit_index,
      logs.epoch as epoch,
      logs.signature as signature,
      logs.deposit_index in (
        select deposit_index from dim_eth_deposit_signature final where network = {network:String}
      ) as is_verified,
      logs.deposit_index not in (
        select deposit_index from dim_eth_deposit_signature final where network = {network:String} and is_valid = 0
      ) and vaEthMayHaveCreated(logs.withdrawal_credentials, identities.withdrawal_credentials) as is_plausible
    from (
      select *
      from raw_eth_deposit_log final
      where network = {network:String}
    ) as logs
    inner join (
      select pubkey, withdrawal_credentials
      from dim_eth_validator final
      where network = {network:String}
    ) as identities on identities.pubkey = logs.pubkey
  ) as deposited
  group by deposited.pubkey
) as logged
