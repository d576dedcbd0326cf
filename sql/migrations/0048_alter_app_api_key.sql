-- Keys say for whom they are and who has made them. Those of before were made by the command line.
alter table app_api_key
  add column if not exists member String comment 'For whom the key is, as its organization calls them; empty: not said' after organization_id,
  add column if not exists created_by String comment 'Key that made it; empty: the command line' after member,
  comment column scopes 'What requests with the key may do: serve/access/scopes.ts has them all'
