-- Number of days on which stake accounts of an authority were paid.
select uniqExact(record.day) as total
from fct_solana_authority_reward_daily as record final
where record.network = {network:String} and record.stake_authority = {stakeAuthority:String}
