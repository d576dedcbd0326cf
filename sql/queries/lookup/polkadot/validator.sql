-- Whether an account was ever elected, in the stored eras.
select 1 as found
from fct_polkadot_validator_reward_daily
where network = {network:String} and validator = {validator:String}
limit 1
