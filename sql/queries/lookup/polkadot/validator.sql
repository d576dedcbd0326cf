-- Whether an account has ever been elected, as far as eras are here.
select 1 as found
from fct_polkadot_validator_reward_daily
where network = {network:String} and validator = {validator:String}
limit 1
