-- Number of an organization's private sets, on all networks.
select toString(count()) as tagCount
from app_tag final
where organization_id = {organizationId:String} and is_refused = 0
