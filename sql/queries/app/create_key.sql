-- A new API key: its hash, never the key.
insert into app_api_key (
  key_id, key_hash, name, tier, organization_id, member, created_by, rate_key_id, created_at, revoked_at,
  expires_at, scopes, replaced_by, version
)
select
  {keyId:String},
  {keyHash:String},
  {name:String},
  {tier:String},
  {organizationId:String},
  {member:String},
  {createdBy:String},
  {rateKeyId:String},
  now64(3, 'UTC'),
  null,
  fromUnixTimestamp64Milli({expiresAtMs:Nullable(Int64)}, 'UTC'),
  {scopes:Array(String)},
  '',
  1
