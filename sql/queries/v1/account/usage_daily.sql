-- Usage of the keys of an organization, by UTC day, key and operation.
select
  usage.day as date,
  usage.key_id as keyId,
  toString(usage.tier) as tier,
  toString(usage.operation) as operation,
  sum(usage.request_count) as requests,
  sum(usage.client_error_count) as clientErrors,
  sum(usage.server_error_count) as serverErrors,
  sum(usage.refused_count) as refused,
  sum(usage.compute_units) as computeUnits
from app_usage_daily as usage final
where
  usage.organization_id = {organizationId:String}
  and vaWithin(usage.day, {dayMin:Nullable(Date)}, {dayMax:Nullable(Date)})
  and ({operation:Nullable(String)} is null or usage.operation = {operation:Nullable(String)})
  and ({keyId:Nullable(String)} is null or usage.key_id = {keyId:Nullable(String)})
group by usage.day, usage.key_id, usage.tier, usage.operation
order by
  toUInt16(date) * if({sortOrder:String} = 'desc', -1, 1) asc,
  keyId asc,
  operation asc,
  tier asc
limit {limit:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
