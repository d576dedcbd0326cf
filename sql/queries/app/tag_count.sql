-- How many private sets an organization has, on all networks.
select toString(count()) as tagCount
from app_tag final
where organization_id = {organizationId:String} and is_refused = 0
