/* ---
height: none
fed_by: serve
keep: usage
--- */
create table if not exists app_usage_daily (
  organization_id String comment 'Owner of the key',
  day Date comment 'Day, UTC',
  key_id String comment 'Key',
  operation LowCardinality(String) comment 'What was asked for: operationId of the OpenAPI document, sql, or other',
  tier LowCardinality(String) comment 'Tier of the key when it asked',
  server_id String comment 'Process that has counted: its requests are in no other row',
  request_count UInt64 comment 'Requests that the limits of the key let pass, whatever was answered; their sum is that of app_usage_month',
  client_error_count UInt64 comment 'Of them: answered with a status from 400 to 499',
  server_error_count UInt64 comment 'Of them: answered with a status from 500 on',
  refused_count UInt64 comment 'Requests beyond the limits of the key, answered 429; none of request_count',
  compute_units UInt64 comment 'Compute units consumed',
  version UInt64 comment 'Number of the flush of this process: counters only grow'
)
engine = ReplacingMergeTree(version)
partition by toYYYYMM(day)
order by (organization_id, day, key_id, operation, tier, server_id)
comment 'One row per API key, UTC day, operation, tier and serving process; a sum over processes counts every request once'
