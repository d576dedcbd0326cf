-- API keys of an organization, or of all, oldest first. The key itself is not stored.
select
  api_key.key_id as keyId,
  api_key.name as name,
  toString(api_key.tier) as tier,
  api_key.organization_id as organizationId,
  api_key.member as member,
  api_key.created_by as createdBy,
  api_key.rate_key_id as rateKeyId,
  api_key.scopes as scopes,
  toString(api_key.created_at) as createdAt,
  toString(api_key.revoked_at) as revokedAt,
  toString(api_key.expires_at) as expiresAt,
  toUnixTimestamp64Milli(api_key.created_at) as createdAtMs,
  toUnixTimestamp64Milli(api_key.expires_at) as expiresAtMs,
  api_key.replaced_by as replacedBy
from app_api_key as api_key final
where
  {organizationId:Nullable(String)} is null or api_key.organization_id = {organizationId:Nullable(String)}
order by api_key.created_at asc, api_key.key_id asc
