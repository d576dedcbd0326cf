-- Number of days on which a stake account was paid.
select count() as total
from fct_solana_stake_reward_daily as record final
where record.network = {network:String} and record.stake_account = {stakeAccount:String}
