/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_api_key (
  key_id String comment 'Public identifier, the first characters of the key',
  key_hash FixedString(64) comment 'SHA-256 of the key, hex',
  name String comment 'Name given at creation',
  tier LowCardinality(String) comment 'Tier: its limits are in serve/access/tiers.ts',
  organization_id String comment 'Owner: keys of one organization share their private sets',
  member String comment 'For whom the key is, as its organization calls them; empty: not said',
  created_by String comment 'Key that made it; empty: the command line',
  rate_key_id String comment 'Key whose requests a second it shares; empty: it has its own',
  created_at DateTime64(3, 'UTC') comment 'Time of creation',
  revoked_at Nullable(DateTime64(3, 'UTC')) comment 'Time of revocation; null while valid',
  expires_at Nullable(DateTime64(3, 'UTC')) comment 'End of validity; null: it has none',
  scopes Array(LowCardinality(String)) default ['read', 'write:tags'] comment 'What requests with the key may do: serve/access/scopes.ts has them all',
  replaced_by String comment 'Identifier of the key that takes its place (rotation); empty: none',
  version UInt64 comment 'Changes of the row, the first is its creation; a revocation stands above all'
)
engine = ReplacingMergeTree(version)
order by (key_id)
comment 'One row per API key. The key itself is never stored'
