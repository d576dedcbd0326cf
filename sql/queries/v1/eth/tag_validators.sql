-- Validators that belong to a private set of an organization, in the order of their public keys.
select
  concat('0x', lower(hex(member.pubkey))) as pubkey,
  validator.validator_index as validatorIndex,
  formatDateTime(member.added_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') as addedAt
from app_tag as tag final
inner join app_tag_validator as member final on member.tag_id = tag.tag_id
left join (
  select distinct pubkey, toNullable(validator_index) as validator_index
  from dim_eth_validator
  where
    network = {network:String}
    and pubkey in (select pubkey from app_tag_validator where tag_id = {tagId:String})
) as validator on validator.pubkey = member.pubkey
where
  tag.network = {network:String}
  and tag.organization_id = {organizationId:String}
  and tag.tag_id = {tagId:String}
  and tag.is_refused = 0
  and member.tag_id = {tagId:String}
  and member.removed_at is null
order by
  if({sortOrder:String} = 'desc', member.pubkey, null) desc,
  if({sortOrder:String} = 'desc', validatorIndex, null) desc nulls first,
  member.pubkey asc,
  validatorIndex asc
limit {limit:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
