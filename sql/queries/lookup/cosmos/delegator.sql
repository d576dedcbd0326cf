-- Whether a delegator has ever had a stake.
select 1 as found
from fct_cosmos_delegator_state_daily
where network = {network:String} and delegator = {delegator:String}
limit 1
