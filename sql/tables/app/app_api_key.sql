/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_api_key (
  key_id String comment 'Public identifier: the first characters of the key',
  key_hash FixedString(64) comment 'SHA-256 of the key, hex',
  name String comment 'Name given at creation',
  tier LowCardinality(String) comment 'Tier; serve/access/tiers.ts defines its limits',
  organization_id String comment 'Owner; keys of one organization share their private sets',
  member String comment 'Holder of the key, as its organization names them; empty if not given',
  created_by String comment 'Key that created this one; empty for the command line',
  rate_key_id String comment 'Key whose request rate it shares; empty if it has its own',
  created_at DateTime64(3, 'UTC') comment 'Time of creation',
  revoked_at Nullable(DateTime64(3, 'UTC')) comment 'Time of revocation; null while valid',
  expires_at Nullable(DateTime64(3, 'UTC')) comment 'End of validity; null if it does not expire',
  scopes Array(LowCardinality(String)) default ['read', 'write:tags'] comment 'Permissions of requests with the key; serve/access/scopes.ts lists all scopes',
  replaced_by String comment 'Identifier of the key that replaces it (rotation); empty if none',
  version UInt64 comment 'Number of the change, 1 for the creation; a revocation is above all others'
)
engine = ReplacingMergeTree(version)
order by (key_id)
comment 'One row per API key. The key itself is not stored'
