-- Valid keys, private sets, and usage of an organization's keys of one tier in a month; and one of its keys.
select
  toString(countIf(keys.is_valid)) as validKeys,
  arraySort(groupUniqArrayIf(toString(keys.tier), keys.is_valid)) as tiers,
  maxIf(keys.name, keys.key_id = {keyId:String}) as keyName,
  maxIf(keys.member, keys.key_id = {keyId:String}) as member,
  toString(maxIf(toUnixTimestamp64Milli(keys.expires_at), keys.key_id = {keyId:String})) as expiresAtMs,
  (
    select toString(count())
    from app_tag final
    where organization_id = {organizationId:String} and is_refused = 0
  ) as tagCount,
  (
    select (toString(sum(request_count)), toString(sum(compute_units)))
    from app_usage_month final
    where organization_id = {organizationId:String} and month = {month:Date} and tier = {tier:String}
  ) as used
from (
  select
    key_id,
    name,
    tier,
    member,
    expires_at,
    isNull(revoked_at) and ifNull(expires_at > now64(3, 'UTC'), 1) as is_valid
  from app_api_key final
  where organization_id = {organizationId:String}
) as keys
