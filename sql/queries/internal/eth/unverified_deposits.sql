-- Deposits that may have created their validator, for keys with equally valid deposits from another sender: the first
-- of each key, unless its signature is verified or was not read. Once it is void, the next one follows.
select
  first.1 as deposit_index,
  concat('0x', lower(hex(candidates.pubkey))) as pubkey,
  concat('0x', lower(hex(first.2))) as withdrawal_credentials,
  first.3 as amount_gwei,
  concat('0x', lower(hex(assumeNotNull(first.4)))) as signature
from (
  select
    logs.pubkey as pubkey,
    argMin(
      (logs.deposit_index, logs.withdrawal_credentials, logs.amount_gwei, logs.signature),
      logs.deposit_index
    ) as first,
    uniqExact(logs.sender) as sender_count
  from (
    select *
    from raw_eth_deposit_log final
    where
      network = {network:String}
      and pubkey in (
        select pubkey from raw_eth_deposit_log where network = {network:String} group by pubkey having uniq(sender) > 1
      )
      and deposit_index not in (
        select deposit_index from dim_eth_deposit_signature final where network = {network:String} and is_valid = 0
      )
  ) as logs
  inner join (
    select pubkey, withdrawal_credentials, activation_eligibility_epoch
    from dim_eth_validator final
    where network = {network:String}
  ) as identities on identities.pubkey = logs.pubkey
  where
    vaEthMayHaveCreated(logs.withdrawal_credentials, identities.withdrawal_credentials)
    and ifNull(logs.epoch < identities.activation_eligibility_epoch, true)
  group by pubkey
) as candidates
where
  candidates.sender_count > 1
  and first.4 is not null
  and first.1 not in (
    select deposit_index from dim_eth_deposit_signature final where network = {network:String}
  )
order by deposit_index
limit {rows:UInt32}
