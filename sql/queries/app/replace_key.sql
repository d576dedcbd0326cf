-- A key that is replaced by another one: it expires after a while, or when it would have expired anyway.
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
  revoked_at,
  least(
    fromUnixTimestamp64Milli({expiresAtMs:Int64}, 'UTC'),
    ifNull(expires_at, fromUnixTimestamp64Milli({expiresAtMs:Int64}, 'UTC'))
  ),
  scopes,
  {replacedBy:String},
  version + 1
from app_api_key final
where key_id = {keyId:String} and revoked_at is null
