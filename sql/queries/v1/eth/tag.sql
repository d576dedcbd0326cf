-- One private set of an organization.
select
  /* include fragments/app/tag_fields.sql */
from app_tag as tag final
where
  tag.network = {network:String}
  and tag.organization_id = {organizationId:String}
  and tag.tag_id = {tagId:String}
  and tag.is_refused = 0
