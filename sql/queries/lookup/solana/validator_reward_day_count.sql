-- Number of days with a record of what one validator was paid.
select count() as total
from fct_solana_validator_reward_daily as record final
where record.network = {network:String} and record.vote_account = {voteAccount:String}
