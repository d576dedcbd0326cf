-- Changes to API keys of an organization, with their requesters.
select
  change.change_id as id,
  toString(change.action) as action,
  toString(change.state) as state,
  nullIf(change.key_id, '') as keyId,
  nullIf(change.other_key_id, '') as replacedBy,
  nullIf(change.by_key_id, '') as byKeyId,
  formatDateTime(change.asked_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') as askedAt
from app_key_change as change final
where change.organization_id = {organizationId:String}
order by toUnixTimestamp64Milli(change.asked_at) * if({sortOrder:String} = 'desc', -1, 1) asc, change.change_id asc
limit {limit:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
