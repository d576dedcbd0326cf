-- Keys say for whom they are, who has made them, and whose rate they share.
-- Those of before were made by the command line.
alter table app_api_key
  add column if not exists member String comment 'For whom the key is, as its organization calls them; empty: not said' after organization_id,
  add column if not exists created_by String comment 'Key that made it; empty: the command line' after member,
  add column if not exists rate_key_id String comment 'Key whose requests a second it shares; empty: it has its own' after created_by,
  comment column scopes 'What requests with the key may do: serve/access/scopes.ts has them all'
