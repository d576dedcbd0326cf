-- Keys end, are limited in what they may do, and follow one another. Those of before go on as they were.
alter table app_api_key
  add column if not exists expires_at Nullable(DateTime64(3, 'UTC')) comment 'End of validity; null: it has none' after revoked_at,
  add column if not exists scopes Array(LowCardinality(String)) default ['read', 'write:tags'] comment 'What requests with the key may do: read, write:tags, sql' after expires_at,
  add column if not exists replaced_by String comment 'Identifier of the key that takes its place (rotation); empty: none' after scopes,
  comment column tier 'Tier: its limits are in serve/access/tiers.ts',
  comment column version 'Changes of the row, the first is its creation; a revocation stands above all'
