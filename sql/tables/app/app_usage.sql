/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_usage (
  key_id String comment 'Key',
  request_count UInt64 comment 'Requests answered before they were counted by month',
  compute_units UInt64 comment 'Compute units consumed before they were counted by month',
  version UInt64 comment 'Milliseconds since 1970 of the flush: counters only grow'
)
engine = ReplacingMergeTree(version)
order by (key_id)
comment 'One row per API key that was used before app_usage_month: what it had used by then. Nothing writes it any more'
