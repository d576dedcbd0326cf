-- Whether an address has ever been the stake authority of delegated or paid stake.
select 1 as found
from int_solana_authority_stake_epoch
where network = {network:String} and stake_authority = {address:String}
limit 1
union all
select 1 as found
from fct_solana_authority_reward_daily
where network = {network:String} and stake_authority = {address:String}
limit 1
