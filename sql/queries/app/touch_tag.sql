-- Records that the validators of a private set have changed.
insert into app_tag
  (network, organization_id, tag_id, name, created_by, is_refused, created_at, updated_at, version)
select
  network,
  organization_id,
  tag_id,
  name,
  created_by,
  is_refused,
  created_at,
  now64(6, 'UTC') as changed_at,
  greatest(toUInt64(toUnixTimestamp64Micro(changed_at)), version + 1)
from app_tag final
where network = {network:String} and organization_id = {organizationId:String} and tag_id = {tagId:String}
