/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_usage_month (
  month Date comment 'First day of the month, UTC',
  key_id String comment 'Key',
  tier LowCardinality(String) comment 'Tier of the key at the time of the request',
  server_id String comment 'Process that counted the requests; no other row includes them',
  organization_id String comment 'Owner of the key',
  request_count UInt64 comment 'Requests answered by this process in this month',
  compute_units UInt64 comment 'Compute units consumed by this process in this month',
  version UInt64 comment 'Number of the flush of this process: counters only grow'
)
engine = ReplacingMergeTree(version)
order by (key_id, month, tier, server_id)
comment 'One row per API key, month, tier and server process; summed over processes, each request counts once'
