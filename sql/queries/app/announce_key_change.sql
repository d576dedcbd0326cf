-- A requested change to API keys, or one made from the command line.
insert into app_key_change
  (organization_id, change_id, key_id, action, state, by_key_id, other_key_id, asked_at, version)
select
  {organizationId:String},
  {changeId:String},
  {keyId:String},
  {action:String},
  {state:String},
  {byKeyId:String},
  {otherKeyId:String},
  now64(3, 'UTC'),
  1
