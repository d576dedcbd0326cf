-- Number of intervals of 3,000 slots with a record of what one validator was paid.
select count() as total
from fct_solana_validator_reward_interval as record final
where record.network = {network:String} and record.vote_account = {voteAccount:String}
