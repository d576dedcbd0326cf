-- API keys of an organization, oldest first.
select
  /* include fragments/app/key_fields.sql */
from
  /* include fragments/app/keys_with_use.sql */
where
  api_key.organization_id = {organizationId:String}
  and ({status:Nullable(String)} is null or status = {status:Nullable(String)})
order by
  if({sortOrder:String} = 'desc', api_key.created_at, null) desc,
  if({sortOrder:String} = 'desc', api_key.key_id, null) desc,
  api_key.created_at asc,
  api_key.key_id asc
limit {limit:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
