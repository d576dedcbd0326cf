-- Changes to API keys of an organization that others have just requested and that are not settled yet.
select toString(action) as action, key_id as keyId
from app_key_change final
where
  organization_id = {organizationId:String}
  and change_id != {changeId:String}
  and state = 'asked'
  and asked_at > now64(3, 'UTC') - toIntervalSecond({seconds:UInt32})
