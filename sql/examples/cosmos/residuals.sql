-- Where do the rewards by events differ from the outstanding rewards that gateways report?
-- Needs a REST gateway (BABYLON_REST_URLS). Each withdrawal of rewards drops less than a base unit, which goes to the
-- community pool: so the residual of rewards is not above 0, and above minus the number of the day's withdrawals, here
-- 1,000.
select day, moniker, validator, reward_residual, commission_residual
from cosmos_validator_reward_daily
where network = 'bbn-1' and (reward_residual > 0 or reward_residual <= -1000 or commission_residual != 0)
order by day desc, validator asc
