-- A new private set, without validators.
insert into app_tag
  (network, organization_id, tag_id, name, created_by, is_refused, created_at, updated_at, version)
select
  {network:String},
  {organizationId:String},
  {tagId:String},
  {name:String},
  {createdBy:String},
  0,
  now64(6, 'UTC') as created_at,
  null,
  toUnixTimestamp64Micro(created_at)
