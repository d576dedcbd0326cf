-- Renames an organization.
insert into app_organization (organization_id, name, may_self_report, version)
select
  {organizationId:String},
  {name:String},
  any(may_self_report),
  greatest(toUInt64(toUnixTimestamp64Micro(now64(6, 'UTC'))), ifNull(max(version), 0) + 1)
from app_organization final
where organization_id = {organizationId:String}
