/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_key_change (
  organization_id String comment 'Owner of the key',
  change_id String comment 'Identifier, a UUID',
  key_id String comment 'Key that was made, rotated or revoked; empty while a key that is asked for has none',
  action LowCardinality(String) comment 'create, rotate or revoke',
  state LowCardinality(String) comment 'asked: about to be checked, done, or refused',
  by_key_id String comment 'Key that asked for it; empty: the command line',
  other_key_id String comment 'Of a rotation: the key that takes its place; else empty',
  asked_at DateTime64(3, 'UTC') comment 'Time of the request',
  version UInt64 comment 'Changes of the row, the first is the request'
)
engine = ReplacingMergeTree(version)
order by (organization_id, change_id)
comment 'One row per change to API keys, with who asked for it and when'
