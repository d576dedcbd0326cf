-- Revokes a private set that exceeded the limit or is deleted, with a version above all concurrent writes.
insert into app_tag
  (network, organization_id, tag_id, name, created_by, is_refused, created_at, updated_at, version)
select
  network,
  organization_id,
  tag_id,
  name,
  created_by,
  1,
  created_at,
  updated_at,
  bitOr(bitShiftLeft(toUInt64(1), 62), version) + 1
from app_tag final
where network = {network:String} and organization_id = {organizationId:String} and tag_id = {tagId:String}
