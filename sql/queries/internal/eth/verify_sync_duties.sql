-- Seats of the members of an epoch's sync committee, for the comparison with the Beacon API.
with
  (
    /* include fragments/eth/epoch_date.sql */
  ) as epoch_date,
  members as (
    select seat.1 as validator_index, arrayStringConcat(arraySort(groupArray(seat.2 - 1)), ',') as seats
    from raw_eth_epoch final
    array join arrayZip(sync_committee, arrayEnumerate(sync_committee)) as seat
    where network = {network:String} and epoch = {point:UInt32}
    group by validator_index
  )
select
  toString(members.validator_index) as subject,
  part.1 as item,
  part.2 as value,
  epoch_date as date
from members
inner join (
  select validator_index, concat('0x', lower(hex(pubkey))) as pubkey
  from dim_eth_validator final
  where network = {network:String} and validator_index in (select validator_index from members)
) as identities on identities.validator_index = members.validator_index
array join [('pubkey', identities.pubkey), ('seats', members.seats)] as part
