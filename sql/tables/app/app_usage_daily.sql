/* ---
height: none
fed_by: serve
keep: usage
--- */
create table if not exists app_usage_daily (
  organization_id String comment 'Owner of the key',
  day Date comment 'Day, UTC',
  key_id String comment 'Key',
  operation LowCardinality(String) comment 'Requested operation: operationId of the OpenAPI document, sql, or other',
  tier LowCardinality(String) comment 'Tier of the key at the time of the request',
  server_id String comment 'Process that counted the requests; no other row includes them',
  request_count UInt64 comment 'Requests within the limits of the key, with any response status; they add up to app_usage_month',
  client_error_count UInt64 comment 'Requests answered with a status from 400 to 499, included in request_count',
  server_error_count UInt64 comment 'Requests answered with a status of 500 or above, included in request_count',
  refused_count UInt64 comment 'Requests above the limits of the key, answered 429; not included in request_count',
  compute_units UInt64 comment 'Compute units consumed',
  version UInt64 comment 'Number of the flush of this process: counters only grow'
)
engine = ReplacingMergeTree(version)
partition by toYYYYMM(day)
order by (organization_id, day, key_id, operation, tier, server_id)
comment 'One row per API key, UTC day, operation, tier and server process; summed over processes, each request counts once'
