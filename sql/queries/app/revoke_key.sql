-- A revoked key, with a version above all concurrent writes.
insert into app_api_key (
  key_id, key_hash, name, tier, organization_id, member, created_by, rate_key_id, created_at, revoked_at,
  expires_at, scopes, replaced_by, version
)
select
  key_id,
  key_hash,
  name,
  tier,
  organization_id,
  member,
  created_by,
  rate_key_id,
  created_at,
  now64(3, 'UTC'),
  expires_at,
  scopes,
  replaced_by,
  bitShiftLeft(toUInt64(1), 32) + version
from app_api_key final
where key_id = {keyId:String} and revoked_at is null
