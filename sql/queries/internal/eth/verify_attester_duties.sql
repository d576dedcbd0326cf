-- Attestation duties of some validators in an epoch, for the comparison with the Beacon API: committees of the epoch's
-- state, and the places of the validators in them.
with
  (
    /* include fragments/eth/epoch_date.sql */
  ) as epoch_date,
  members as (
    select
      slot,
      sizes,
      member.1 as validator_index,
      -- Committees are concatenated in index order.
      member.2 as place,
      arrayFirstIndex(committee_end -> committee_end >= place, arrayCumSum(sizes)) as committee
    from raw_eth_committee final
    array join arrayZip(validator_indices, arrayEnumerate(validator_indices)) as member
    where
      network = {network:String}
      and epoch = {point:UInt32}
      and member.1 in {validators:Array(UInt32)}
  ),
  identities as (
    select validator_index, concat('0x', lower(hex(pubkey))) as pubkey
    from dim_eth_validator final
    where network = {network:String} and validator_index in {validators:Array(UInt32)}
  )
select
  toString(members.validator_index) as subject,
  part.1 as item,
  part.2 as value,
  epoch_date as date
from members
inner join identities on identities.validator_index = members.validator_index
array join [
  ('pubkey', identities.pubkey),
  ('slot', toString(members.slot)),
  ('committee_index', toString(members.committee - 1)),
  ('committee_length', toString(members.sizes[members.committee])),
  ('committees_at_slot', toString(length(members.sizes))),
  (
    'validator_committee_index',
    toString(members.place - 1 - arraySum(arraySlice(members.sizes, 1, members.committee - 1)))
  )
] as part
