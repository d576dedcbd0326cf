-- Private sets of an organization on a network, oldest first.
select
  /* include fragments/app/tag_fields.sql */
from app_tag as tag final
where tag.network = {network:String} and tag.organization_id = {organizationId:String} and tag.is_refused = 0
order by
  if({sortOrder:String} = 'desc', tag.created_at, null) desc,
  if({sortOrder:String} = 'desc', tag.tag_id, null) desc,
  tag.created_at asc,
  tag.tag_id asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
