-- One API key by its public identifier, with its organization and its total usage.
select
  api_key.key_hash as keyHash,
  toString(api_key.tier) as tier,
  api_key.organization_id as organizationId,
  -- Without a name, the organization of a single key has the name of that key, any other its identifier.
  multiIf(
    organization.name != '', organization.name,
    founder.name != '', founder.name,
    api_key.organization_id
  ) as organizationName,
  toBool(organization.may_self_report) as maySelfReport,
  api_key.rate_key_id as rateKeyId,
  toString(maker.tier) as rateTier,
  toUnixTimestamp64Milli(api_key.created_at) as createdAtMs,
  isNotNull(api_key.revoked_at) as isRevoked,
  toUnixTimestamp64Milli(api_key.expires_at) as expiresAtMs,
  api_key.scopes as scopes,
  usage.request_count as requestCount,
  usage.compute_units as computeUnits
from app_api_key as api_key final
left join (
  select key_id, name
  from app_api_key final
) as founder on founder.key_id = api_key.organization_id
left join (
  select key_id, tier
  from app_api_key final
) as maker on maker.key_id = api_key.rate_key_id
left join (
  select organization_id, name, may_self_report
  from app_organization final
) as organization on organization.organization_id = api_key.organization_id
left join (
  select key_id, request_count, compute_units
  from app_usage final
  where key_id = {keyId:String}
) as usage on usage.key_id = api_key.key_id
where api_key.key_id = {keyId:String}
