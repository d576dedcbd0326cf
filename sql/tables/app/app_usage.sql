/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_usage (
  key_id String comment 'Key',
  request_count UInt64 comment 'Requests answered before usage was counted by month',
  compute_units UInt64 comment 'Compute units consumed before usage was counted by month',
  version UInt64 comment 'Time of the flush, milliseconds since 1970: counters only grow'
)
engine = ReplacingMergeTree(version)
order by (key_id)
comment 'One row per API key that was used before app_usage_month existed: its usage until then. No longer written'
