-- One API key of an organization.
select
  /* include fragments/app/key_fields.sql */
from
  /* include fragments/app/keys_with_use.sql */
where api_key.organization_id = {organizationId:String} and api_key.key_id = {keyId:String}
