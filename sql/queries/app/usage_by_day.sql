-- Usage of keys by day, or by month and operation, newest first; for one organization, or for all.
select
  if({by:String} = 'day', toString(usage.day), formatDateTime(usage.day, '%Y-%m')) as period,
  if({by:String} = 'operation', toString(usage.operation), '') as operation,
  toString(sum(usage.request_count)) as requests,
  toString(sum(usage.client_error_count)) as clientErrors,
  toString(sum(usage.server_error_count)) as serverErrors,
  toString(sum(usage.refused_count)) as refused,
  toString(sum(usage.compute_units)) as computeUnits
from app_usage_daily as usage final
where
  ({month:Nullable(Date)} is null or toStartOfMonth(usage.day) = {month:Nullable(Date)})
  and (
    {organizationId:Nullable(String)} is null
    or usage.organization_id = {organizationId:Nullable(String)}
  )
group by period, operation
order by period desc, sum(usage.request_count) desc, operation asc
