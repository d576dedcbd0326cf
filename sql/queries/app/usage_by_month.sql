-- Usage of keys in a month, or by month, newest first; for one organization, or for all.
select
  toString(usage.month) as month,
  usage.organization_id as organizationId,
  usage.key_id as keyId,
  toString(usage.tier) as tier,
  toString(sum(usage.request_count)) as requests,
  toString(sum(usage.compute_units)) as computeUnits
from app_usage_month as usage final
where
  ({month:Nullable(Date)} is null or usage.month = {month:Nullable(Date)})
  and (
    {organizationId:Nullable(String)} is null
    or usage.organization_id = {organizationId:Nullable(String)}
  )
group by usage.month, usage.organization_id, usage.key_id, usage.tier
order by usage.month desc, usage.organization_id asc, usage.key_id asc, usage.tier asc
