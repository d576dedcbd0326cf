-- The result of a requested change to API keys.
insert into app_key_change
  (organization_id, change_id, key_id, action, state, by_key_id, other_key_id, asked_at, version)
select
  organization_id,
  change_id,
  {keyId:String},
  action,
  {state:String},
  by_key_id,
  {otherKeyId:String},
  asked_at,
  version + 1
from app_key_change final
where organization_id = {organizationId:String} and change_id = {changeId:String}
