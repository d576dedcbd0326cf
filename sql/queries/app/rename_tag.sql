-- Renames a private set.
insert into app_tag
  (network, organization_id, tag_id, name, created_by, is_refused, created_at, updated_at, version)
select
  network,
  organization_id,
  tag_id,
  {name:String},
  created_by,
  is_refused,
  created_at,
  updated_at,
  greatest(toUInt64(toUnixTimestamp64Micro(now64(6, 'UTC'))), version + 1)
from app_tag final
where network = {network:String} and organization_id = {organizationId:String} and tag_id = {tagId:String}
