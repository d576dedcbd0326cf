/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_key_change (
  organization_id String comment 'Owner of the key',
  change_id String comment 'Identifier, a UUID',
  key_id String comment 'Key that was created, rotated or revoked; empty while a requested key does not exist yet',
  action LowCardinality(String) comment 'create, rotate or revoke',
  state LowCardinality(String) comment 'asked (check pending), done or refused',
  by_key_id String comment 'Key that requested the change; empty for the command line',
  other_key_id String comment 'For a rotation, the key that replaces it; otherwise empty',
  asked_at DateTime64(3, 'UTC') comment 'Time of the request',
  version UInt64 comment 'Number of the change of this row; 1 is the request'
)
engine = ReplacingMergeTree(version)
order by (organization_id, change_id)
comment 'One row per change to API keys, with its requester and time'
