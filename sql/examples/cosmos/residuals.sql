-- Where do the rewards that events tell differ from what gateways say is outstanding?
-- Needs a REST gateway (BABYLON_REST_URLS). Below one base unit the chain rounds.
select day, moniker, validator, reward_residual, commission_residual
from cosmos_validator_reward_daily
where network = 'bbn-1' and (abs(reward_residual) >= 1 or abs(commission_residual) >= 1)
order by day desc, validator asc
