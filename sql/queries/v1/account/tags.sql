-- Private sets of an organization on all networks of all chains, oldest first.
select
  'eth' as chain,
  toString(tag.network) as network,
  tag.tag_id as id,
  tag.name as name,
  member.validator_count as validators,
  tag.created_by as createdBy,
  formatDateTime(tag.created_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') as createdAt,
  formatDateTime(tag.updated_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') as updatedAt
from app_tag as tag final
left join (
  select tag_id, count() as validator_count
  from app_tag_validator final
  where tag_id in (select tag_id from app_tag where organization_id = {organizationId:String}) and removed_at is null
  group by tag_id
) as member on member.tag_id = tag.tag_id
where tag.organization_id = {organizationId:String} and tag.is_refused = 0
order by
  if({sortOrder:String} = 'desc', tag.created_at, null) desc,
  if({sortOrder:String} = 'desc', tag.tag_id, null) desc,
  if({sortOrder:String} = 'desc', tag.network, null) desc,
  tag.created_at asc,
  tag.tag_id asc,
  tag.network asc
limit {limit:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
