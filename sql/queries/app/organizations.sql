-- Organizations that have keys, or one of them, oldest first.
select
  keys.organization_id as organizationId,
  -- As in queries/app/key.sql.
  multiIf(
    organization.name != '', organization.name,
    keys.own_name != '', keys.own_name,
    keys.organization_id
  ) as name,
  toBool(organization.may_self_report) as maySelfReport,
  keys.valid_tiers as tiers,
  toString(keys.valid_count) as validKeys,
  toString(keys.key_count) as keys,
  toString(tag.tag_count) as tags,
  toString(keys.first_at) as createdAt
from (
  select
    organization_id,
    maxIf(name, key_id = organization_id) as own_name,
    countIf(isNull(revoked_at) and ifNull(expires_at > now64(3, 'UTC'), 1)) as valid_count,
    arraySort(
      groupUniqArrayIf(toString(tier), isNull(revoked_at) and ifNull(expires_at > now64(3, 'UTC'), 1))
    ) as valid_tiers,
    count() as key_count,
    min(created_at) as first_at
  from app_api_key final
  where {organizationId:Nullable(String)} is null or organization_id = {organizationId:Nullable(String)}
  group by organization_id
) as keys
left join (
  select organization_id, name, may_self_report
  from app_organization final
) as organization on organization.organization_id = keys.organization_id
left join (
  select organization_id, count() as tag_count
  from app_tag final
  where is_refused = 0
  group by organization_id
) as tag on tag.organization_id = keys.organization_id
order by keys.first_at asc, keys.organization_id asc
