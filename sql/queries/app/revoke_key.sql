-- The second version of a key replaces the first.
insert into app_api_key (key_id, key_hash, name, tier, organization_id, created_at, revoked_at, version)
select key_id, key_hash, name, tier, organization_id, created_at, now64(3, 'UTC'), 2
from app_api_key final
where key_id = {keyId:String} and revoked_at is null
